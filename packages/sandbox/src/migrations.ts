import type { Json } from '@delivery-api/specs/contract';
import type { StoreSnapshot } from './kernel/store.ts';
import { mainTarget } from './webhooks/target-list.ts';

type Migration = (state: StoreSnapshot) => StoreSnapshot;

/** The migrations from each state version to the next, starting from version 1. */
const migrations: readonly Migration[] = [addTargetIds, deleteIdempotencyKeys];

/** The current state version. */
export const stateVersion = migrations.length + 1;

/** Converts a state from an earlier version to the current version. */
export const migrateState = (state: StoreSnapshot, version: number): StoreSnapshot =>
  migrations.slice(version - 1).reduce((current, migrate) => migrate(current), state);

/**
 * Migrates to version 2, in which an interface may have several targets, and each delivery belongs
 * to one target.
 */
function addTargetIds({ collections, values }: StoreSnapshot): StoreSnapshot {
  const next: StoreSnapshot = { collections: { ...collections }, values: { ...values } };
  for (const name of ['lastmile', 'marketplace']) {
    const prefix = `${name}.webhooks`;
    const { [`${prefix}.target`]: target = null, [`${prefix}.held`]: held = null } = values;
    delete next.values[`${prefix}.target`];
    delete next.values[`${prefix}.held`];
    next.values[`${prefix}.targets`] = byMainTarget(target);
    next.values[`${prefix}.held_deliveries`] = byMainTarget(held);
    next.collections[`${prefix}.deliveries`] = (collections[`${prefix}.deliveries`] ?? []).map(
      (row) => ({ ...row, record: { ...row.record, target: mainTarget } }),
    );
  }
  return next;
}

/**
 * Migrates to version 3, in which the record of an idempotency key also covers the path of its
 * request. Deletes the earlier records, which do not contain the path.
 */
function deleteIdempotencyKeys({ collections, values }: StoreSnapshot): StoreSnapshot {
  const next = { ...collections };
  for (const name of ['lastmile', 'marketplace']) next[`${name}.idempotency-keys`] = [];
  return { collections: next, values };
}

const byMainTarget = (value: Json): Json => (value === null ? {} : { [mainTarget]: value });
