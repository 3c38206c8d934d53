// Builds the site of the latest release of each major version into a folder. Requires the tags of
// the repository.
// Usage: SITE_URL=https://docs.example.com npm run publish:site -- <folder>
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommand, UsageError } from './src/errors.ts';
import { selectEditions } from './src/publish/editions.ts';
import { addVersions, htmlPages } from './src/publish/versions.ts';
import { here, siteUrl } from './src/site.ts';

const root = join(here, '..');
const run = (
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): void => {
  execFileSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
};

await runCommand(() => {
  const url = siteUrl(process.env.SITE_URL);
  const folder = process.argv[2];
  if (folder === undefined)
    throw new UsageError(
      'Missing output folder. Usage: SITE_URL=https://docs.example.com npm run publish:site -- <folder>',
    );
  if (url === undefined)
    throw new UsageError(
      'SITE_URL is not set. Set it to the public URL of the site, for example https://docs.example.com.',
    );
  if (existsSync(folder)) throw new UsageError(`${folder} already exists. Specify a new folder.`);
  const tags = execFileSync('git', ['tag', '--list', '--sort=creatordate'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  let rootPages: ReadonlySet<string> = new Set();
  const work = mkdtempSync(join(tmpdir(), 'editions-'));
  try {
    const { editions, versions } = selectEditions(tags);
    for (const [index, edition] of editions.entries()) {
      const tree = join(work, String(index));
      run('git', ['worktree', 'add', '--detach', tree, edition.ref], root);
      run('npm', ['ci', '--no-audit', '--no-fund'], tree);
      run('npm', ['run', 'build'], tree, {
        SITE_URL: edition.folder === '' ? url : `${url}/${edition.folder}`,
      });
      const target = join(resolve(folder), edition.folder);
      cpSync(join(tree, 'docs-site/dist'), target, { recursive: true });
      if (edition.folder === '') rootPages = new Set(htmlPages(target));
      addVersions(target, edition, versions, url, rootPages);
      console.log(`${edition.ref} at ${edition.folder === '' ? 'the root' : `${edition.folder}/`}`);
      run('git', ['worktree', 'remove', '--force', tree], root);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
    run('git', ['worktree', 'prune'], root);
  }
});
