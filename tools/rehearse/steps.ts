// The steps of the rehearsal, in order.
import { join } from 'node:path';
import { type Checkout, interfaces } from './checkout.ts';
import {
  hasReleaseCandidate,
  installAndTest,
  prepareRelease,
  publish,
  type Rehearsal,
  release,
  runStepWorkflow,
} from './rehearsal.ts';
import { RehearsalError, run } from './run.ts';
import { crawl, serveFolder, switchVersions } from './site.ts';
import { WorkflowError } from './workflow.ts';

/** A step of the rehearsal. */
export interface RehearsalStep {
  /** Name of the state after the step. */
  state: string;
  title: string;
  /** Returns a line for the output. */
  run(rehearsal: Rehearsal): Promise<string>;
}

const courier = 'specs/lastmile/courier.yaml';
/** Property that the rehearsal adds and later removes. No test depends on it. */
const property = `    badge_number:
      type: string
      maxLength: 5000
      description: Number on the courier's badge. Absent if it is unknown.
      examples: ['4711']
`;
/** Tag to publish if `release` returns no tag, because nothing has changed. */
const untagged = 'release@2026-01-01';
const pullRequest = { event_name: 'pull_request', ref: 'refs/pull/1/merge' };

export const steps: readonly RehearsalStep[] = [
  {
    state: 'candidate',
    title: 'release the current state',
    async run(rehearsal) {
      const { checkout, isQuick } = rehearsal;
      checkout.commit('Begin');
      if (!isQuick) await checkout.script('metadata');
      if (checkout.git('status', '--porcelain') !== '')
        throw new RehearsalError(
          '`npm run metadata` changes files. Run it, and commit the changed files.',
        );
      const [tag = untagged] = await release(rehearsal);
      return publish(rehearsal, tag, [hasReleaseCandidate(checkout) ? 'next' : 'latest']);
    },
  },
  {
    state: '1.0.0',
    title: 'release both contracts as stable, and run all tests',
    async run(rehearsal) {
      const { checkout } = rehearsal;
      for (const name of interfaces) {
        const version = checkout.version(name);
        if (version.includes('-')) await prepareRelease(checkout, name, version.replace(/-.*/, ''));
      }
      const [tag = untagged] = await release(rehearsal);
      await runStepWorkflow(rehearsal, 'check.yml', { event_name: 'push' });
      return publish(rehearsal, tag, ['latest'], []);
    },
  },
  {
    state: 'minor',
    title: 'review and release a minor version of one contract',
    async run(rehearsal) {
      const { checkout } = rehearsal;
      replace(checkout, '  properties:\n', `  properties:\n${property}`);
      const rating = await checkout.script('diff', 'lastmile');
      if (!rating.trim().endsWith('Required version bump: minor'))
        throw new RehearsalError(
          `\`npm run diff\` does not rate a new property as minor:\n${rating}`,
        );
      await prepareRelease(checkout, 'lastmile', next(checkout.version('lastmile'), 'minor'));
      const comment = await review(rehearsal, 'Add a property');
      if (!comment.includes('`badge_number` of `Courier` is new.'))
        throw new RehearsalError(`The comment does not contain the new property:\n${comment}`);
      const [tag = ''] = await release(rehearsal);
      return publish(rehearsal, tag, ['latest']);
    },
  },
  {
    state: 'refused',
    title: 'reject a breaking change',
    async run(rehearsal) {
      const { checkout } = rehearsal;
      replace(checkout, property, '');
      const rejected = await review(rehearsal, 'Remove a property').then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!(rejected instanceof WorkflowError) || rejected.step !== 'Gate')
        throw new RehearsalError(`The gate did not reject a breaking change: ${rejected}`);
      await checkout.rejected('release');
      checkout.git('reset', '--hard', '--quiet', 'HEAD^');
      return /✗ .*/.exec(rejected.message)?.[0] ?? '';
    },
  },
  {
    state: 'fix',
    title: 'release a fix for client-core, and deprecate the version that it replaces',
    async run(rehearsal) {
      const { checkout } = rehearsal;
      const { version } = JSON.parse(checkout.read('packages/client-core/package.json'));
      const readme = 'packages/client-core/README.md';
      checkout.write(readme, `${checkout.read(readme)}\nA fix.\n`);
      await checkout.rejected('check:contract');
      checkout.write(
        '.changeset/fix.md',
        "---\n'@delivery-api/client-core': patch\n---\n\nDescribe a fix.\n",
      );
      const [tag = ''] = await release(rehearsal);
      const result = await publish(rehearsal, tag, ['latest']);
      await withdraw(rehearsal, '@delivery-api/client-core', version);
      return result;
    },
  },
  {
    state: 'major',
    title: 'release a major version of one contract, and run all tests',
    async run(rehearsal) {
      const { checkout } = rehearsal;
      replace(checkout, property, '');
      await prepareRelease(checkout, 'lastmile', next(checkout.version('lastmile'), 'major'));
      const [tag = ''] = await release(rehearsal);
      await runStepWorkflow(rehearsal, 'check.yml', { event_name: 'push' });
      return publish(rehearsal, tag, ['latest', '1']);
    },
  },
  {
    state: 'site',
    title: 'publish the site with all earlier major versions',
    async run(rehearsal) {
      const { checkout, folder } = rehearsal;
      const { url, server } = await serveFolder(join(folder, 'runner/site'));
      try {
        await runStepWorkflow(
          rehearsal,
          'pages.yml',
          { event_name: 'push' },
          { outputs: { pages: { base_url: url } }, skip: installAndTest },
        );
        const { pages, links } = await crawl(url);
        const [newest = '', older = ''] = newestVersions(checkout);
        await switchVersions(url, newest, older);
        return `checked ${pages} pages with ${links} links, and switched between ${newest} and ${older} in a browser`;
      } finally {
        server.close();
        server.closeAllConnections();
      }
    },
  },
];

/**
 * Commits a pull request and runs its workflows.
 *
 * @returns the comment on the pull request
 * @throws the error of the gate, after the comment was created
 */
async function review(rehearsal: Rehearsal, message: string): Promise<string> {
  const { checkout, forge } = rehearsal;
  checkout.commit(message);
  const sha = checkout.git('rev-parse', 'HEAD').trim();
  forge.openPullRequest(sha);
  const gate = await runStepWorkflow(rehearsal, 'contract.yml', pullRequest, {
    skip: installAndTest,
  }).catch((error: unknown) => error);
  const workflowRun = {
    event: 'pull_request',
    id: 1,
    head_repository: { owner: { login: 'delivery-api' } },
    head_branch: 'change',
    head_sha: sha,
    html_url: 'https://forge.example/runs/1',
  };
  await runStepWorkflow(rehearsal, 'contract-comment.yml', {
    event: { workflow_run: workflowRun },
  });
  checkout.git('clean', '--force', '--quiet', '-d', 'report');
  if (gate instanceof Error) throw gate;
  return forge.comments.at(-1)?.body ?? '';
}

/**
 * Withdraws a version as RELEASING.md describes. First sets the dist-tag `latest` to this version, and
 * then back to its previous value. Deprecates the withdrawn version.
 */
async function withdraw({ registry, folder }: Rehearsal, name: string, version: string) {
  const options = { cwd: folder, environment: registry.environment };
  const { latest = '' } = (await registry.read(name))['dist-tags'];
  for (const one of [version, latest])
    await run('npm', ['dist-tag', 'add', `${name}@${one}`, 'latest'], options);
  await run('npm', ['deprecate', `${name}@${version}`, `Use ${latest}: fixed.`], options);
  const { versions, 'dist-tags': tags } = await registry.read(name);
  if (versions[version]?.deprecated !== `Use ${latest}: fixed.` || tags.latest !== latest)
    throw new RehearsalError(
      `${name}@${version} is not deprecated, or ${latest} is not its replacement.`,
    );
}

/** Replaces text in the `Courier` schema. */
function replace(checkout: Checkout, text: string, by: string): void {
  const before = checkout.read(courier);
  const index = before.indexOf(text, before.search(/^Courier:$/m));
  if (index < 0) throw new RehearsalError(`${courier} has no '${text.trim()}' in Courier.`);
  checkout.write(courier, before.slice(0, index) + by + before.slice(index + text.length));
}

function next(version: string, part: 'minor' | 'major'): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return part === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

/** Returns the last stable version of each Lastmile major version, latest first. */
function newestVersions(checkout: Checkout): string[] {
  const tags = checkout
    .git('tag', '--list', 'lastmile@*', '--sort=-version:refname')
    .trim()
    .split('\n');
  const versions = tags.map((tag) => tag.replace('lastmile@', '')).filter((tag) => !/-/.test(tag));
  return versions.filter(
    (version, index) =>
      versions.findIndex((other) => other.split('.')[0] === version.split('.')[0]) === index,
  );
}
