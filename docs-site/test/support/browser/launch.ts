import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launch } from '../../../../tools/browser/chromium.ts';

/**
 * Starts one browser for all tests of a file, and closes its contexts after each test.
 *
 * @returns a function that returns the browser
 */
export function inBrowser(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  return () => browser;
}
