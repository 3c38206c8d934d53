// Fails with a one-line error before the browser tests if Chromium is missing.
import { existsSync } from 'node:fs';
import { chromiumPath } from './chromium.ts';

if (!existsSync(chromiumPath)) {
  console.error(
    `The browser tests need Chromium, and there is none at ${chromiumPath}: \`apt-get install chromium\`, or set CHROMIUM_PATH.`,
  );
  process.exitCode = 1;
}
