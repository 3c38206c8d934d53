import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { BlockerOptions } from '../../types.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { rejectItems } from '../domain/rules/reject-items.ts';
import { computedBlockers, createBlocker } from '../domain/stores/blockers.ts';
import { reviseStore } from '../scenarios/store-changes.ts';
import { storeView } from '../views/store.ts';

/**
 * Replaces the imposed blockers of a store.
 *
 * @returns the store
 * @throws {ProblemError} `store_not_found`; `validation_failed` for an unknown or computed blocker
 */
export function setBlockers(
  context: MarketplaceContext,
  id: string,
  blockers: readonly BlockerOptions[],
): SandboxResponse {
  const { rules, state } = context;
  const store = state.stores.get(id);
  if (store === undefined) throw new ProblemError('store_not_found', `No store has the ID ${id}.`);
  const settable = [...rules.blockers.keys()].filter((code) => !computedBlockers.includes(code));
  const errors = blockers.flatMap(({ code }, index) =>
    settable.includes(code)
      ? []
      : [
          {
            pointer: `/blockers/${index}/code`,
            code: 'enum',
            message: `must be one of ${settable.join(', ')}`,
          },
        ],
  );
  rejectItems(errors);
  const imposed = blockers.map(
    ({ code, message = 'The sandbox control API set this blocker.', until }) =>
      createBlocker(rules, code, message, {
        until: until === undefined ? undefined : Date.parse(until),
      }),
  );
  return { status: 200, body: storeView(context, reviseStore(context, store, { imposed })) };
}
