import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Root of the repository, which contains `redocly.yaml`. */
export const repository = join(import.meta.dirname, '..');

/** Returns the interface on the command line. Exits with code 2 if it is missing or unknown. */
export function interfaceArgument(script: string): 'lastmile' | 'marketplace' {
  const name = process.argv[2];
  if (name === 'lastmile' || name === 'marketplace') return name;
  console.error(
    `Specify an interface: \`node ${script} lastmile\` or \`node ${script} marketplace\`; got '${name ?? ''}'.`,
  );
  process.exit(2);
}

/**
 * Runs the Redocly CLI from the root of the repository, without telemetry and update notices.
 *
 * @param args command and options, without `--config`
 * @returns the output and the exit code; `status` is `null` if the CLI did not exit by itself
 */
export function redocly(...args: string[]): {
  status: number | null;
  stdout: string;
  stderr: string;
} {
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
    'bin/cli.js',
  );
  return spawnSync(process.execPath, [cli, ...args, '--config', join(repository, 'redocly.yaml')], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
}
