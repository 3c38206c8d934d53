import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page, and everything that went wrong on it so far. */
export interface Opened {
  page: Page;
  /** Errors and warnings of the console, and exceptions. */
  complaints: string[];
  /** Requests that left the site. */
  strangers: string[];
  /** Requests that were answered with an error. */
  failures: string[];
}

/** Opens an address, and waits until a reference has rendered its route and built its search. */
export async function open(browser: Browser, address: string, options: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const { origin } = new URL(address);
  const opened: Opened = { page, complaints: [], strangers: [], failures: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) opened.complaints.push(message.text());
  });
  page.on('pageerror', (error) => opened.complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(?:data|blob):/.test(request.url())) opened.strangers.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) opened.failures.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(address, { waitUntil: 'load' });
  if (options.javaScriptEnabled !== false && (await page.locator('#redoc').count()) > 0) {
    await page.locator('.menu-content[role="navigation"]').waitFor({ state: 'attached' });
    await page.waitForFunction(() => {
      const search = document.querySelector('[data-testid="search-trigger"]')?.textContent ?? '';
      return document.querySelector('main :is(h1, h2)') !== null && !search.includes('Loading');
    });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  return opened;
}

/** What axe finds of impact critical, serious or moderate: rule, impact, and the elements. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    interface Axe {
      run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
    }
    const { violations: found } = await (window as unknown as { axe: Axe }).axe.run();
    return found
      .filter(({ impact }) => impact !== 'minor')
      .flatMap(({ id, impact, nodes }) => nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 160)}`));
  });
}

/** How far the page is wider than the window, in CSS pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
