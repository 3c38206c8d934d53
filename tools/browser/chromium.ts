import { type Browser, chromium } from 'playwright-core';

/** Where the browser is: `CHROMIUM_PATH`, or else Debian's place for it. */
export const chromiumPath: string = process.env.CHROMIUM_PATH || '/usr/bin/chromium';

/**
 * Starts a browser that speaks to nobody but the page under test. @param more further arguments of
 * its command line
 */
export const launch = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...more,
    ],
  });
