#!/usr/bin/env node
import { readArguments, UsageError } from './cli/arguments.ts';
import { help } from './cli/help.ts';
import { run } from './cli/run.ts';
import { version } from './version.ts';

// The bundle is minified: what Node would print of a fault is one line of a megabyte.
const giveUp = (error: unknown): never => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`delivery-mock: ${message.replace(/\s*\n.*$/s, '').slice(0, 500)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
};
process.on('uncaughtException', giveUp).on('unhandledRejection', giveUp);

const command = readArguments(process.argv.slice(2));
switch (command.command) {
  case 'help':
    process.stdout.write(help);
    break;
  case 'version':
    process.stdout.write(`${version}\n`);
    break;
  default:
    // Only now the large part is loaded: help and complaints come at once.
    process.exit(await run(command, (await import('./index.ts')).startMock));
}
