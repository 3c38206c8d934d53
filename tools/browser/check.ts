// Says what is missing before browser tests begin, in one line.
import { existsSync } from 'node:fs';
import { chromiumPath } from './chromium.ts';

if (!existsSync(chromiumPath)) {
  console.error(
    `The browser tests need Chromium, and there is none at ${chromiumPath}: \`apt-get install chromium\`, or set CHROMIUM_PATH.`,
  );
  process.exitCode = 1;
}
