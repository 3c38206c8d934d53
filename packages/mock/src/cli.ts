#!/usr/bin/env node
import { readArguments, UsageError } from './cli/arguments.ts';
import { advance, order, reset } from './cli/direct.ts';
import { helpOf } from './cli/help.ts';
import { listen } from './cli/listen.ts';
import { start } from './cli/start.ts';
import { trigger } from './cli/trigger.ts';
import { version } from './version.ts';

// The bundle is minified: what Node would print of a fault is one line of a megabyte.
const giveUp = (error: unknown): never => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`delivery-mock: ${message.replace(/\s*\n.*$/s, '').slice(0, 500)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
};
process.on('uncaughtException', giveUp).on('unhandledRejection', giveUp);

// Only `start` loads the large part: help, complaints and all other commands come at once.
const runs = {
  start: (line: Parameters<typeof start>[0]) =>
    start(line, async () => (await import('./index.ts')).startMock),
  order,
  advance,
  trigger,
  listen,
  reset,
};

const line = readArguments(process.argv.slice(2));
if ('help' in line) process.stdout.write(helpOf(line.help));
else if ('version' in line) process.stdout.write(`${version}\n`);
else process.exit(await runs[line.command](line));
