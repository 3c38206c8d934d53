#!/usr/bin/env node
// npm links a command only if its file exists. In a fresh clone, `dist` does not exist yet.
import { existsSync } from 'node:fs';

const command = new URL('../dist/cli.js', import.meta.url);
if (existsSync(command)) await import(command.href);
else {
  console.error(
    'delivery-mock is not built yet. Run `npm run build` at the root of the repository, or `npm start`, which builds and starts it.',
  );
  process.exitCode = 1;
}
