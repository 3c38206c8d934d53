import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page, and what went wrong on it so far. */
export interface Watched {
  page: Page;
  /** Errors and warnings of the console, and exceptions. */
  complaints: string[];
  /** Requests that left the site. */
  strangers: string[];
}

/**
 * Watches a page from before its first request. @param origin what belongs to the site, such as
 * `http://127.0.0.1:4010`
 */
export function watch(page: Page, origin: string): Watched {
  const watched: Watched = { page, complaints: [], strangers: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) watched.complaints.push(message.text());
  });
  page.on('pageerror', (error) => watched.complaints.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(?:data|blob):/.test(request.url()))
      watched.strangers.push(request.url());
  });
  return watched;
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
      .flatMap(({ id, impact, nodes }) =>
        nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 160)}`),
      );
  });
}

/** How far the page is wider than the window, in CSS pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
