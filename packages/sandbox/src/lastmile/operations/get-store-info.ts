import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import { storeView } from '../views/store.ts';

/**
 * Returns a store, found by its ID, or by `ext:` and the ID that the partner assigned.
 *
 * @throws {ProblemError} `store_not_found`
 */
export function getStoreInfo(
  context: LastmileContext,
  partner: string,
  lookup: string,
): SandboxResponse {
  const store = context.state.findStore(lookup);
  if (store === undefined) {
    const attribute = lookup.startsWith('ext:')
      ? `external ID '${lookup.slice(4)}'`
      : `ID ${lookup}`;
    throw new ProblemError('store_not_found', `No store of ${partner} has the ${attribute}.`);
  }
  return { status: 200, body: storeView(context, store) };
}
