// Fails with a one-line error before the browser tests if Chromium is missing.
import { existsSync } from 'node:fs';
import { chromiumPath } from './chromium.ts';

if (!existsSync(chromiumPath)) {
  console.error(
    `Chromium is missing at ${chromiumPath}. Install it with \`apt-get install chromium\`, or set CHROMIUM_PATH.`,
  );
  process.exitCode = 1;
}
