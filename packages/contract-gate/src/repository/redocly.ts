import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type ProcessResult, runNode } from './run.ts';

const packageFile = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
const cli = join(dirname(packageFile), 'bin/cli.js');

/** Runs the Redocly CLI. */
export const redocly = (args: readonly string[], cwd: string): Promise<ProcessResult> =>
  runNode(cli, args, cwd);
