import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type Watched, watch } from '../../../../tools/browser/inspect-page.ts';

/** A page and the problems that occurred on it. */
export interface Opened extends Watched {
  /** Status and URL of each error response. */
  failures: string[];
}

/**
 * Opens an address. If the page is an interactive reference and JavaScript is enabled, also waits
 * until Redoc has rendered the content and built the search index.
 */
export async function open(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
): Promise<Opened> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const opened: Opened = { ...watch(page, new URL(address).origin), failures: [] };
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
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  return opened;
}
