import { MockError } from '../api/types.ts';
import { isStore, storeDescription } from './address.ts';
import type { Storage, StorageOptions } from './storage.ts';

/**
 * Opens the storage at an address. Loads only the code for that kind of storage.
 *
 * @param store `memory`, `file:PATH` or `postgres://…`
 * @returns `undefined` for `memory`
 * @throws {MockError} with a one-line message if the address is invalid or the storage is unusable
 */
export async function openStorage(
  store: string,
  options: StorageOptions = {},
): Promise<Storage | undefined> {
  if (!isStore(store)) throw new MockError(`store: expected ${storeDescription}, not '${store}'.`);
  if (store === 'memory') return undefined;
  if (store.startsWith('file:')) {
    const { openSqliteStorage } = await import('./sqlite-storage.ts');
    return openSqliteStorage(store.slice('file:'.length), options);
  }
  const { openPostgresStorage } = await import('./postgres-storage.ts');
  return openPostgresStorage(store, options);
}
