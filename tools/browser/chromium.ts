import { type Browser, chromium } from 'playwright-core';

/** Path to Chromium, from `CHROMIUM_PATH`. Default: the path in the Debian package. */
export const chromiumPath: string = process.env.CHROMIUM_PATH || '/usr/bin/chromium';

/**
 * Starts Chromium without background network requests.
 *
 * @param more additional command-line arguments
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
