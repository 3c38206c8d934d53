import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Failure } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { run } from '../repository/run.ts';

/**
 * What bundles a contract. It is always that of the working tree, so that a difference is one of
 * the contracts and not of the tools.
 */
const tools = [
  'redocly.yaml',
  ...['package.json', 'bundle.ts', 'redocly.ts', 'contract', 'rules'].map(
    (part) => `specs/${part}`,
  ),
];

/** A copy of `specs/` with what bundling needs, in a temporary folder. */
export interface Tree {
  root: string;
  remove(): void;
}

/**
 * Copies the contracts as they lie in the working tree, or as a git revision has them, so that
 * bundling writes nothing into the repository.
 *
 * @param revision a git revision; the working tree when undefined
 * @throws {Failure} when git does not know the revision, or it has no contracts
 */
export async function exportTree(repository: Repository, revision?: string): Promise<Tree> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'contract-gate-')));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    if (revision === undefined) copyWorkingTree(repository, root);
    else await extractRevision(repository, revision, root);
    for (const modules of ['node_modules', 'specs/node_modules']) {
      if (repository.exists(modules) && !existsSync(join(root, modules)))
        symlinkSync(repository.path(modules), join(root, modules), 'junction');
    }
    return { root, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function copyWorkingTree(repository: Repository, root: string): void {
  for (const part of ['specs', 'redocly.yaml']) {
    if (!repository.exists(part))
      throw new Failure(`${part} is missing, so there is no contract to compare. Restore it.`);
    cpSync(repository.path(part), join(root, part), {
      recursive: true,
      filter: (file) => !['node_modules', 'dist'].includes(basename(file)),
    });
  }
}

async function extractRevision(
  repository: Repository,
  revision: string,
  root: string,
): Promise<void> {
  const commit = await knownCommit(repository, revision);
  const archive = join(root, 'revision.tar');
  const packed = await run(
    'git',
    ['archive', '--format=tar', `--output=${archive}`, commit, 'specs'],
    repository.root,
  );
  if (packed.status !== 0)
    throw new Failure(
      `Revision '${revision}' has no specs/ folder, so there is no contract in it. Name a later revision.`,
    );
  const unpacked = await run('tar', ['-xf', archive, '-C', root], root);
  rmSync(archive);
  if (unpacked.status !== 0)
    throw new Failure(`Revision '${revision}' could not be unpacked: ${unpacked.stderr.trim()}`);
  for (const tool of tools) {
    rmSync(join(root, tool), { recursive: true, force: true });
    cpSync(repository.path(tool), join(root, tool), { recursive: true });
  }
}

/**
 * The commit that a revision stands for.
 *
 * @throws {Failure} when git does not know it
 */
export async function knownCommit(repository: Repository, revision: string): Promise<string> {
  const found = await run(
    'git',
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    repository.root,
  );
  if (found.status !== 0)
    throw new Failure(
      `git knows no revision '${revision}' here. Fetch it, or look at \`git branch --all\`.`,
    );
  return found.stdout.trim();
}
