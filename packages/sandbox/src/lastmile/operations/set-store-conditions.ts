import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { StoreConditions } from '../../types.ts';
import { instant } from '../domain/time.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import { storeView } from '../views/store.ts';

/**
 * Changes the given conditions of a store: its lifecycle, its load, and the additional waiting time
 * at the pickup. No operation of the contract can change them.
 *
 * @returns the store
 * @throws {ProblemError} `store_not_found`
 */
export function setStoreConditions(
  context: LastmileContext,
  id: string,
  { lifecycle, level, extra_wait_minutes }: StoreConditions,
): SandboxResponse {
  const { clock, onChange, state } = context;
  const store = state.stores.get(id);
  if (store === undefined) throw new ProblemError('store_not_found', `No store has the ID ${id}.`);
  const changed = state.stores.update(store, {
    ...(lifecycle !== undefined && { lifecycle }),
    capacity: {
      ...store.capacity,
      ...(level !== undefined && { level }),
      ...(extra_wait_minutes !== undefined && { extra_wait_minutes }),
    },
    revision: store.revision + 1,
    updated_at: instant(clock.now()),
  });
  onChange('store', id);
  return { status: 200, body: { ...storeView(context, changed) } as never };
}
