import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page with its errors and external requests so far. */
export interface Watched {
  page: Page;
  /** Console errors and warnings, and uncaught exceptions. */
  consoleErrors: string[];
  /** URLs of requests to other origins. */
  crossOriginRequests: string[];
}

/**
 * Records errors and external requests of a page. Call it before the page loads.
 *
 * @param origin origin of the site, such as `http://127.0.0.1:4010`
 */
export function watch(page: Page, origin: string): Watched {
  const watched: Watched = { page, consoleErrors: [], crossOriginRequests: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) watched.consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => watched.consoleErrors.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !/^(?:data|blob):/.test(request.url()))
      watched.crossOriginRequests.push(request.url());
  });
  return watched;
}

/** Returns the axe violations of impact critical, serious, or moderate, one per element. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    interface Axe {
      run(
        options: object,
      ): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
    }
    const { violations: found } = await (window as unknown as { axe: Axe }).axe.run({
      // Off by default in axe, but part of WCAG 2.2 AA.
      rules: { 'target-size': { enabled: true } },
    });
    return found
      .filter(({ impact }) => impact !== 'minor')
      .flatMap(({ id, impact, nodes }) =>
        nodes.map(({ html }) => `${impact} ${id}: ${html.slice(0, 160)}`),
      );
  });
}

/** Returns the horizontal overflow of the page in CSS pixels. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
