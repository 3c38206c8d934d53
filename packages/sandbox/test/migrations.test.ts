import { describe, expect, it } from 'vitest';
import { exportState, importState } from '../src/export-file.ts';
import type { StoreSnapshot } from '../src/kernel/store.ts';
import { migrateState, stateVersion } from '../src/migrations.ts';
import { SandboxDriver } from './support/sandbox-driver.ts';

/** Converts a current state to version 1, in which each interface has one target. */
function toVersion1(state: StoreSnapshot): StoreSnapshot {
  const old = structuredClone(state);
  for (const name of ['lastmile', 'marketplace']) {
    const take = (key: string): unknown => {
      const { main = null } = old.values[`${name}.webhooks.${key}`] as Record<string, unknown>;
      delete old.values[`${name}.webhooks.${key}`];
      return main;
    };
    old.values[`${name}.webhooks.target`] = take('targets') as never;
    old.values[`${name}.webhooks.held`] = take('held_deliveries') as never;
    for (const { record } of old.collections[`${name}.webhooks.deliveries`] ?? [])
      delete (record as { target?: string }).target;
  }
  return old;
}

describe('the state of another version', () => {
  it('a stored state of an earlier version is migrated with its target and its deliveries', async () => {
    const driver = new SandboxDriver();
    await driver.take({ kind: 'target', interface: 'marketplace', isRegistered: true });
    await driver.take({ kind: 'create_order', scenario: 'cash_order' });
    const current = driver.sandbox.export();
    expect(current.collections['marketplace.webhooks.deliveries']?.length).toBe(1);
    expect(migrateState(toVersion1(current), 1)).toEqual(current);
    expect(migrateState(current, stateVersion)).toBe(current);
  });

  it('the idempotency keys of state version 2 are deleted, because they do not contain the path', () => {
    const row = { id: 'acme createBooking key-0001', record: {} };
    const current = new SandboxDriver().sandbox.export();
    const old = {
      ...current,
      collections: { ...current.collections, 'lastmile.idempotency-keys': [row] },
    };
    const migrated = migrateState(old as never, 2);
    expect(migrated.collections['lastmile.idempotency-keys']).toEqual([]);
    expect(migrated.collections['lastmile.bookings']).toEqual(
      current.collections['lastmile.bookings'],
    );
  });

  it('an export file of a later version is rejected, and the sandbox does not change', () => {
    const { sandbox } = new SandboxDriver();
    const before = sandbox.export();
    const file = { ...exportState(sandbox, ''), version: stateVersion + 1 };
    expect(() => importState(sandbox, file)).toThrow(/supports versions up to/);
    expect(sandbox.export()).toEqual(before);
  });
});
