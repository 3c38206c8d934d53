import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launch } from '../../../tools/browser/chromium.ts';
import { watch } from '../../../tools/browser/inspect-page.ts';
import { bookingRequest } from '../../shared/contracts.ts';
import { serveHttp } from '../../shared/listen.ts';
import { withMock } from '../../shared/mock-server.ts';
import { sandboxState } from '../../shared/sandbox-control.ts';
import type { Attack, AttackContext } from '../context.ts';
import { attackPage } from './attack-page.ts';

/** Markup that must not create elements. */
const injections: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "javascript:alert(1)//'",
  '</pre><iframe srcdoc="<script>alert(1)</script>">',
  '{{constructor.constructor("alert(1)")()}}',
  '<style>@import"//evil.example"</style>',
  '<base href="//evil.example/">',
  '<form action=//evil.example><button>',
];
const forbiddenElements =
  'img, iframe, base, body script, body style, form[action], [onload], [onerror]';

/** Script injection, requests from another origin, and DNS rebinding, in Chromium. */
export const browser: Attack = {
  name: 'browser',
  title: 'in Chromium: script injection, a page of another origin, DNS rebinding',
  run: async (context) => {
    if (!existsSync(chromiumPath)) return 'skipped: no Chromium. Set CHROMIUM_PATH to its path.';
    const args = ['--quiet', '--frozen', '--seed', 'page', '--start', '2026-11-20T18:00:00Z'];
    return withMock(args, async ({ url }) => {
      const chromium = await launch('--host-resolver-rules=MAP rebound.example 127.0.0.1');
      try {
        await injectMarkup(url, context);
        const before = await sandboxState(url);
        await checkLivePage(await chromium.newPage(), url, context);
        await visitAttackPage(chromium, url, context);
        if ((await sandboxState(url)) !== before)
          context.report('a page from another origin changed the sandbox', 'serve attackPage()');
        await visitReboundHost(chromium, url, context);
        return undefined;
      } finally {
        await chromium.close();
      }
    });
  },
};

/** Sends markup in bodies, paths, queries, and webhook targets. */
async function injectMarkup(url: string, { count }: AttackContext): Promise<void> {
  const booking = bookingRequest('') as { dropoff: { contact: object; address: object } };
  let requests = 0;
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    count();
    const headers = {
      Authorization: 'Bearer test_attack',
      'Idempotency-Key': `page-key-${++requests}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    await fetch(`${url}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  };
  const { dropoff } = booking;
  for (const markup of injections) {
    const injected = {
      contact: { ...dropoff.contact, name: markup },
      address: { ...dropoff.address, line1: markup, city: markup },
    };
    for (const body of [
      { external_reference: markup, dropoff: injected, notes: markup },
      { external_reference: `${requests}`, dropoff: { ...dropoff, ...injected } },
      { [markup]: markup },
    ])
      await send('POST', '/lastmile/acme/create_booking', { ...booking, ...body });
    const encoded = encodeURIComponent(markup);
    await send('GET', `/lastmile/${encoded}/get_store_info/x`);
    await send('GET', `/marketplace/orders/${encoded}`);
    await send('GET', `/x?${markup}`);
    const target = `http://127.0.0.1:9/${markup}#${markup}`;
    await send('PUT', '/_sandbox/webhooks', { lastmile: { url: target } });
    await send('POST', '/_sandbox/orders', {});
  }
}

async function checkLivePage(page: Page, url: string, { report }: AttackContext): Promise<void> {
  const { consoleErrors, crossOriginRequests } = watch(page, url);
  page.on('dialog', (dialog) => {
    consoleErrors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${url}/`);
  await page.getByRole('heading', { name: 'Requests' }).waitFor();
  await page.locator('article').first().waitFor();
  const text = `${await page.locator('body').innerText()} ${await page.content()}`;
  const reproduce = injections.join(' ');
  if (!text.includes('onerror=alert(1)'))
    report('the page does not show the markup, so the attack has no effect', 'open the page');
  const elements = await page.locator(forbiddenElements).count();
  if (elements > 0) report(`${elements} elements were created from data`, reproduce);
  for (const problem of [...consoleErrors, ...crossOriginRequests])
    report(`the page has an error or an external request: ${problem}`, reproduce);
}

async function visitAttackPage(
  chromium: Browser,
  url: string,
  { report, count }: AttackContext,
): Promise<void> {
  const html = attackPage(url);
  const server = await serveHttp((_request, _body, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
  );
  try {
    const page = await chromium.newPage();
    await page.goto(server.url);
    await page.waitForFunction('window.done', undefined, { timeout: 30_000 });
    count(await page.evaluate<number>('Object.keys(attempts).length'));
    for (const result of await page.evaluate<string[]>('window.results'))
      report(`a page from another origin got a result: ${result}`, 'serve attackPage()');
  } finally {
    await server.stop();
  }
}

async function visitReboundHost(
  chromium: Browser,
  url: string,
  { report, count }: AttackContext,
): Promise<void> {
  const page = await chromium.newPage();
  const reboundUrl = url.replace('127.0.0.1', 'rebound.example');
  count(2);
  const status = (await page.goto(`${reboundUrl}/`))?.status();
  if (status !== 400) report(`the page at a rebound host returned ${status}`, reboundUrl);
  const snapshot = await page.evaluate(async () => (await fetch('/_sandbox/snapshot')).status);
  if (snapshot !== 400) report(`the snapshot at a rebound host returned ${snapshot}`, reboundUrl);
}
