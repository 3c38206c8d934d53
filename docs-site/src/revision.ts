import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from './site.ts';

const root = join(here, '..');

/** The source file of a page, for the line below its content. */
export interface Revision {
  /** Such as `docs-site/guides/menus.md`. */
  file: string;
  /** Date of the last commit that changed the file, `YYYY-MM-DD`. `undefined` without a commit. */
  updated: string | undefined;
  /** URL for editing the file. `undefined` if the repository has no public URL. */
  edit: string | undefined;
}

/**
 * Returns the URL of a repository, from `repository` in `package.json`: `git+https://….git` or
 * `https://…`. `undefined` for other values.
 */
export function repositoryAddress(manifest: {
  repository?: string | { url?: string };
}): string | undefined {
  const { repository } = manifest;
  const url = typeof repository === 'string' ? repository : repository?.url;
  const [, address] = /^(?:git\+)?(https:\/\/[^\s#]+?)(?:\.git)?\/?$/.exec(url ?? '') ?? [];
  return address;
}

/**
 * Returns the date of the last commit that changed each file in `docs-site/guides` and `specs`, by
 * file; empty outside a Git clone. Calls Git only once, to be fast.
 */
function readDates(): Map<string, string> {
  const dates = new Map<string, string>();
  let log: string;
  try {
    log = execFileSync(
      'git',
      ['log', '--format=:%cs', '--name-only', '--', 'docs-site/guides', 'specs'],
      { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 },
    );
  } catch {
    return dates;
  }
  let date = '';
  for (const line of log.split('\n')) {
    if (line.startsWith(':')) date = line.slice(1);
    else if (line !== '' && !dates.has(line)) dates.set(line, date);
  }
  return dates;
}

let known: { dates: Map<string, string>; repository: string | undefined } | undefined;

/**
 * Returns the revision of a source file.
 *
 * @param file path relative to the root of the repository
 */
export function revisionOf(file: string): Revision {
  known ??= {
    dates: readDates(),
    repository: repositoryAddress(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))),
  };
  return {
    file,
    updated: known.dates.get(file),
    edit: known.repository && `${known.repository}/edit/main/${file}`,
  };
}
