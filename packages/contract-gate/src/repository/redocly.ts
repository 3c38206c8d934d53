import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Finished, runNode } from './run.ts';

const cli = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);

/** Runs the Redocly CLI, without telemetry or update notices. */
export const redocly = (args: readonly string[], cwd: string): Promise<Finished> =>
  runNode(cli, args, cwd);
