// States of a rehearsal. A later rehearsal can continue from a saved state.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RehearsalError, run } from './run.ts';

/** Paths of a saved state: a Git bundle of the clone, and the storage of the registry. */
export interface Snapshot {
  bundle: string;
  storage: string;
}

/** Saves a state. Replaces an earlier state with the same name. */
export async function saveSnapshot(
  folder: string,
  state: string,
  clone: string,
  storage: string,
): Promise<void> {
  const target = join(folder, state);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await run('git', ['bundle', 'create', '--quiet', join(target, 'clone.bundle'), 'HEAD', '--all'], {
    cwd: clone,
  });
  cpSync(storage, join(target, 'storage'), { recursive: true });
}

/**
 * Returns a saved state.
 *
 * @throws {RehearsalError} if no state has this name
 */
export function findSnapshot(folder: string, state: string): Snapshot {
  const target = join(folder, state);
  const [bundle, storage] = [join(target, 'clone.bundle'), join(target, 'storage')];
  if (existsSync(bundle)) return { bundle, storage };
  const names = existsSync(folder) ? readdirSync(folder) : [];
  throw new RehearsalError(
    `There is no state '${state}'. ${names.length === 0 ? 'Run `npm run rehearse` first; it saves a state after each step.' : `Use one of: ${names.join(', ')}.`}`,
  );
}
