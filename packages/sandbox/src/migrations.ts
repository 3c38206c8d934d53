import type { StoreSnapshot } from './kernel/store.ts';

type Migration = (state: StoreSnapshot) => StoreSnapshot;

/** The steps from each version of the state to the next; the first one is from version 1. */
const migrations: readonly Migration[] = [];

/** The version of the state that this code reads and writes. */
export const stateVersion = migrations.length + 1;

/** Converts the state of an older version to the current one. */
export const migrateState = (state: StoreSnapshot, version: number): StoreSnapshot =>
  migrations.slice(version - 1).reduce((current, migrate) => migrate(current), state);
