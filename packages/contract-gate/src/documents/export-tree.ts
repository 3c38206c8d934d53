import { cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GateError, UsageError } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { run } from '../repository/run.ts';
import { removeFolder, temporaryFolder } from '../repository/temporary-folder.ts';

/**
 * Tools that bundle a contract. They always come from the working tree, so that a comparison shows
 * differences between the contracts and not between the tools.
 */
const tools = [
  'redocly.yaml',
  ...['package.json', 'bundle.ts', 'redocly.ts', 'contract', 'rules'].map(
    (part) => `specs/${part}`,
  ),
];

/**
 * Copies `specs/` and the bundling tools to a temporary folder, so that bundling does not change
 * the repository.
 *
 * @param revision git revision; the working tree if undefined
 * @returns path of the folder; the caller must remove it
 * @throws {GateError} if the revision does not exist or has no `specs/` folder, or if the working
 * tree has no `specs/` folder or `redocly.yaml`
 */
export async function exportTree(repository: Repository, revision?: string): Promise<string> {
  const folder = temporaryFolder('gate');
  try {
    if (revision === undefined) copyWorkingTree(repository, folder);
    else await extractRevision(repository, revision, folder);
    for (const modules of ['node_modules', 'specs/node_modules']) {
      if (repository.exists(modules) && !existsSync(join(folder, modules)))
        symlinkSync(repository.path(modules), join(folder, modules), 'junction');
    }
    return folder;
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

function copyWorkingTree(repository: Repository, folder: string): void {
  for (const part of ['specs', 'redocly.yaml']) {
    if (!repository.exists(part))
      throw new GateError(`${part} is missing, so the contracts cannot be bundled. Restore it.`);
    cpSync(repository.path(part), join(folder, part), {
      recursive: true,
      filter: (file) => !['node_modules', 'dist'].includes(basename(file)),
    });
  }
}

async function extractRevision(
  repository: Repository,
  revision: string,
  folder: string,
): Promise<void> {
  const commit = await resolveCommit(repository, revision);
  const archive = join(folder, 'revision.tar');
  const packed = await run(
    'git',
    ['archive', '--format=tar', `--output=${archive}`, commit, 'specs'],
    repository.root,
  );
  if (packed.status !== 0)
    throw new UsageError(
      `Revision '${revision}' has no specs/ folder, so it contains no contract. Specify a later revision.`,
    );
  const unpacked = await run('tar', ['-xf', archive, '-C', folder], folder);
  rmSync(archive);
  if (unpacked.status !== 0)
    throw new GateError(`Revision '${revision}' could not be unpacked: ${unpacked.stderr.trim()}`);
  for (const tool of tools) {
    removeFolder(join(folder, tool));
    cpSync(repository.path(tool), join(folder, tool), { recursive: true });
  }
}

/**
 * Returns the commit of a revision.
 *
 * @throws {UsageError} if the revision does not exist
 */
export async function resolveCommit(repository: Repository, revision: string): Promise<string> {
  const result = await run(
    'git',
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    repository.root,
  );
  if (result.status !== 0)
    throw new UsageError(
      `Unknown git revision '${revision}'. Fetch it, or list the branches with \`git branch --all\`.`,
    );
  return result.stdout.trim();
}
