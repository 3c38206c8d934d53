// Functions that the steps of a rehearsal share.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Checkout, type InterfaceName, interfaces } from './checkout.ts';
import { bookFromRegistry } from './consumer.ts';
import type { Forge } from './forge.ts';
import { checkPackages } from './packages.ts';
import type { Registry } from './registry.ts';
import { RehearsalError } from './run.ts';
import { type Runner, runWorkflow } from './workflow.ts';

export interface Rehearsal {
  checkout: Checkout;
  registry: Registry;
  forge: Forge;
  /** Folder of the current step. */
  folder: string;
  /** Whether to skip the build and the checks, which have already passed in the working tree. */
  isQuick: boolean;
}

/** Slow workflow commands that do not need to run in every step. */
export const installAndTest = ['npm ci', 'npm test'];

/** Runs a GitHub workflow for an event, with the registry and the forge of the rehearsal. */
export function runStepWorkflow(
  { checkout, registry, forge, folder }: Rehearsal,
  name: string,
  github: Record<string, unknown>,
  options: Partial<Runner> = {},
): Promise<string[]> {
  const temporary = join(folder, 'runner');
  mkdirSync(temporary, { recursive: true });
  return runWorkflow(name, {
    folder: checkout.folder,
    temporary,
    github: { repository: 'delivery-api/delivery-api', token: 'rehearsal', ...github },
    ...options,
    environment: {
      ...registry.environment,
      CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      GITHUB_API_URL: forge.url,
      PATH: forge.programs,
      npm_config_prefer_offline: 'true',
      ...options.environment,
    },
  });
}

/** Sets a new version of a contract and drafts its changelog entry. */
export async function prepareRelease(
  checkout: Checkout,
  name: InterfaceName,
  version: string,
): Promise<void> {
  checkout.setVersion(name, version);
  await checkout.script('changelog', name);
}

/**
 * Releases everything that has changed, as RELEASING.md describes, and tags the commit.
 *
 * @returns the tags; none if nothing has changed
 */
export async function release({ checkout, isQuick }: Rehearsal): Promise<string[]> {
  if (!isQuick) {
    await checkout.script('build');
    await checkout.script('check:contract');
    await checkout.script('release', '--dry-run');
  }
  const output = await checkout.script('release');
  const tags = /tag the commit (.*)\.$/m.exec(output)?.[1]?.split(' and ');
  if (tags === undefined) return [];
  await checkout.script('anchors');
  checkout.commit(`Release ${tags.join(', ')}`);
  for (const tag of tags) checkout.git('tag', tag);
  return tags;
}

/**
 * Publishes a tag with the release workflow, and checks the registry and the release page. Creates
 * a booking with the installed packages.
 *
 * @param distTags npm dist-tags or versions to install
 * @param skip commands of the workflow that have already run
 * @returns a line for the output
 */
export async function publish(
  rehearsal: Rehearsal,
  tag: string,
  distTags: readonly string[],
  skip = installAndTest,
): Promise<string> {
  const { checkout, registry, forge, folder, isQuick } = rehearsal;
  if (isQuick) skip = [...skip, 'npm run build'];
  // The folder contains the previous release, but a GitHub runner starts with an empty folder.
  rmSync(join(checkout.folder, 'release'), { recursive: true, force: true });
  await runStepWorkflow(rehearsal, 'release.yml', { event_name: 'push', ref_name: tag }, { skip });
  const releaseCommand = forge.releases().at(-1) ?? '';
  const kind = tag.includes('-rc.') ? '--prerelease' : '--latest';
  if (!releaseCommand.startsWith(`release create ${tag} --verify-tag ${kind} `))
    throw new RehearsalError(
      `The command for the release page of ${tag} is wrong: \`gh ${releaseCommand}\`.`,
    );
  const count = await checkPackages(checkout, registry, join(folder, 'packages'));
  for (const distTag of distTags)
    await bookFromRegistry(registry, join(folder, `consumer-${distTag}`), distTag, checkout);
  return `${tag}: published and checked ${count} packages; installed ${distTags.join(', ')}, created a booking, and verified an event`;
}

/** Returns whether at least one contract in the checkout is a release candidate. */
export const hasReleaseCandidate = (checkout: Checkout): boolean =>
  interfaces.some((name) => checkout.version(name).includes('-'));
