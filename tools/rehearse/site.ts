// Checks a published site: every link, every canonical URL, and the links between versions.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import sirv from 'sirv';
import { launch } from '../browser/chromium.ts';
import { watch } from '../browser/inspect-page.ts';
import { RehearsalError } from './run.ts';

/** Serves a folder as a static host does. The folder may be created later. */
export async function serveFolder(folder: string): Promise<{ url: string; server: Server }> {
  const files = sirv(folder, { dev: true });
  const server = createServer((request, response) =>
    files(request, response, () => void response.writeHead(404).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/**
 * Follows all links within a site, beginning at its home page and its sitemap.
 *
 * @param url URL without a trailing slash
 * @returns the numbers of pages and of links
 * @throws {RehearsalError} that lists up to 20 broken links and pages without a canonical URL
 */
export async function crawl(url: string): Promise<{ pages: number; links: number }> {
  const texts = new Map<string, Promise<string | undefined>>();
  const load = (address: string): Promise<string | undefined> => {
    const known = texts.get(address) ?? fetchText(address);
    texts.set(address, known);
    return known;
  };
  const broken: string[] = [];
  const sitemap = (await load(`${url}/sitemap.xml`)) ?? '';
  const listed = Array.from(sitemap.matchAll(/<loc>([^<]+)</g), ([, one = '']) => one);
  const seen = new Set([`${url}/`, ...listed]);
  const queue = [...seen];
  let [pages, links] = [0, 0];
  for (const page of queue) {
    const text = await load(page);
    if (text === undefined) {
      broken.push(`${page} does not exist`);
      continue;
    }
    if (!/^<!doctype html>/i.test(text)) continue;
    pages++;
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1];
    if (canonical === undefined) broken.push(`${page} has no canonical URL`);
    for (const [, attribute = ''] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const target = new URL(attribute.replaceAll('&amp;', '&'), page);
      if (target.origin !== url) continue;
      links++;
      const { hash } = target;
      target.hash = '';
      const found = await load(target.href);
      if (found === undefined) broken.push(`${page} links to ${target.href}`);
      else if (!hasAnchor(found, hash)) broken.push(`${page} links to ${target.href}${hash}`);
      else if (!seen.has(target.href)) {
        seen.add(target.href);
        queue.push(target.href);
      }
    }
  }
  if (broken.length > 0)
    throw new RehearsalError(
      `Errors in the site: ${broken.length}\n${broken.slice(0, 20).join('\n')}`,
    );
  return { pages, links };
}

async function fetchText(address: string): Promise<string | undefined> {
  const response = await fetch(address);
  return response.ok ? response.text() : undefined;
}

/**
 * Returns whether a page has an anchor. Accepts routes such as `#/bookings`, and all anchors of an
 * interactive reference, because the browser creates them.
 */
function hasAnchor(text: string, hash: string): boolean {
  const id = decodeURIComponent(hash.slice(1));
  return (
    id === '' || id.startsWith('/') || text.includes(`id="${id}"`) || text.includes('id="redoc"')
  );
}

/**
 * Follows the links between two versions in a browser: from the latest version to the earlier one
 * with the list of versions, and back with the notice.
 *
 * @param newest latest version
 * @param older last version of the previous major version
 * @throws {RehearsalError} if a link or the notice is wrong, or the console shows an error or warning
 */
export async function switchVersions(url: string, newest: string, older: string): Promise<void> {
  const browser = await launch();
  try {
    for (const path of ['lastmile/', 'lastmile/reference.html']) {
      const { page, consoleErrors } = watch(await browser.newPage(), url);
      await page.goto(`${url}/${path}`);
      await expectCurrent(page, newest);
      await page.locator('nav.versions a', { hasText: older }).click();
      await page.waitForURL(`**/lastmile-v${older.split('.')[0]}/${path}`);
      await expectCurrent(page, older);
      const notice = page.locator('.version-notice');
      const text = await notice.innerText();
      if (!text.includes(older) || !text.includes(newest))
        throw new RehearsalError(
          `The notice on ${page.url()} does not contain both versions: '${text}'.`,
        );
      await notice.locator('a').click();
      await page.waitForURL(`${url}/lastmile/`);
      await expectCurrent(page, newest);
      if (consoleErrors.length > 0)
        throw new RehearsalError(`The console of ${path} has errors: ${consoleErrors.join('; ')}`);
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

async function expectCurrent(page: Page, version: string): Promise<void> {
  const current = page.locator('nav.versions [aria-current]');
  const text = (await current.innerText()).trim();
  if (text !== version || !(await current.isVisible()))
    throw new RehearsalError(`${page.url()} shows the version ${text} instead of ${version}.`);
}
