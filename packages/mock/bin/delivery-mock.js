#!/usr/bin/env node
// npm links a command only if its file is there, and in a fresh clone `dist` is not yet.
import { existsSync } from 'node:fs';

const command = new URL('../dist/cli.js', import.meta.url);
if (existsSync(command)) await import(command.href);
else {
  console.error(
    'delivery-mock is not built yet. Run `npm run build` at the top of the repository, or `npm start`, which builds and serves it.',
  );
  process.exitCode = 1;
}
