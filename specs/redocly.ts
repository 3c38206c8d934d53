import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The root of the repository, where `redocly.yaml` stands. */
export const repository = join(import.meta.dirname, '..');

/**
 * An argument of the command line that names one of the interfaces. Ends the process with a line on
 * how to say it, when it does not.
 */
export function interfaceArgument(script: string): 'lastmile' | 'marketplace' {
  const name = process.argv[2];
  if (name === 'lastmile' || name === 'marketplace') return name;
  console.error(
    `Which interface? Say \`node ${script} lastmile\` or \`node ${script} marketplace\`, not '${name ?? ''}'.`,
  );
  process.exit(2);
}

/**
 * Runs the Redocly CLI of this workspace from the root, with the one configuration, and without
 * telemetry or update notices.
 *
 * @param args command and options, without `--config`
 * @returns exit status, standard output and standard error
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
