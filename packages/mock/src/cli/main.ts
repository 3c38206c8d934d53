#!/usr/bin/env node
import { version } from '../api/version.ts';
import { readArguments, UsageError } from './arguments.ts';
import {
  advance,
  exportWorkspace,
  importWorkspace,
  order,
  reset,
  workspaces,
} from './control-commands.ts';
import { helpOf } from './help.ts';
import { init } from './init.ts';
import { listen } from './listen.ts';
import { start } from './start.ts';
import { trigger } from './trigger.ts';

// Node.js would print the source line of an error. In the minified bundle, that line is very long.
const fail = (error: unknown): never => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`delivery-mock: ${message.replace(/\s*\n.*$/s, '').slice(0, 500)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
};
process.on('uncaughtException', fail).on('unhandledRejection', fail);

// Only `start` loads the library, so that the other commands start fast.
const handlers = {
  start: (line: Parameters<typeof start>[0]) =>
    start(line, async () => (await import('../index.ts')).startMock),
  init,
  order,
  advance,
  trigger,
  listen,
  reset,
  export: exportWorkspace,
  import: importWorkspace,
  workspaces,
};

const line = readArguments(process.argv.slice(2));
if ('help' in line) process.stdout.write(helpOf(line.help));
else if ('version' in line) process.stdout.write(`${version}\n`);
else process.exit(await handlers[line.command](line));
