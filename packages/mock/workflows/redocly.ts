import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The root of the repository, which contains `redocly.yaml`. */
export const repository = join(import.meta.dirname, '../../..');

export interface Finished {
  readonly status: number;
  readonly output: string;
}

/**
 * Runs the Redocly CLI of the `specs` workspace from the root, without telemetry or update notices.
 * Unlike the helper in `specs`, it does not block this process, because the CLI may call a sandbox
 * in this process. It does not pass `--config`, which `respect` does not support.
 */
export function redocly(...args: string[]): Promise<Finished> {
  const specs = createRequire(join(repository, 'specs/package.json'));
  const cli = join(dirname(specs.resolve('@redocly/cli/package.json')), 'bin/cli.js');
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      cwd: repository,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });
}
