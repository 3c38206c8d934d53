// Runs the steps of the release workflow on this machine, as far as they need no forge.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Checkout } from './checkout.ts';
import type { Registry } from './registry.ts';
import { run } from './run.ts';

interface Workflow {
  jobs: Record<string, { steps: { run?: string; if?: string; 'working-directory'?: string }[] }>;
}

/** Commands that the workflow runs and the rehearsal has run already. */
const done = ['npm ci', 'npm test', 'npm run build'];

/**
 * Packs and publishes by the `run` lines of release.yml. `gh` records its arguments; provenance
 * needs a forge and is left out.
 *
 * @param folder where the artifact of the first job would be downloaded
 * @param tag pushed tag
 */
export async function publish(
  checkout: Checkout,
  registry: Registry,
  folder: string,
  tag: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const gh = join(folder, 'gh');
  writeFileSync(gh, `#!/bin/sh\necho "$@" >> '${folder}/gh.log'\n[ "$2" = create ]\n`);
  chmodSync(gh, 0o755);
  const { jobs } = parse(
    readFileSync(join(checkout.folder, '.github/workflows/release.yml'), 'utf8'),
  ) as Workflow;
  await run('rm', ['-rf', 'release'], { cwd: checkout.folder });
  const environment = {
    ...registry.environment,
    GITHUB_REF_NAME: tag,
    PATH: `${folder}:${process.env.PATH}`,
  };
  for (const { steps } of Object.values(jobs))
    for (const step of steps) {
      const { run: script, if: condition } = step;
      if (script === undefined || done.includes(script.trim())) continue;
      if (condition?.includes("!= 'push'")) continue;
      await run('bash', ['-eo', 'pipefail', '-c', script.replace(' --provenance', '')], {
        cwd: join(checkout.folder, step['working-directory'] ?? '.'),
        environment,
      });
    }
}
