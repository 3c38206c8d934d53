import { identityOf } from '../../kernel/tokens.ts';
import type { MarketplaceState } from './marketplace-state.ts';

/** The integration for stores and tokens that are not assigned to another integration. */
const defaultIntegration = 'default';

/**
 * Returns the integration that a token belongs to: its identity, if stores are assigned to it or if
 * it begins with `other`; otherwise the default integration.
 */
export function integrationOf({ integrations }: MarketplaceState, token: string): string {
  const identity = identityOf(token);
  const isAssigned = Object.values(integrations.get()).includes(identity);
  return isAssigned || identity.startsWith('other') ? identity : defaultIntegration;
}

/** Returns whether a store belongs to the integration of a token. */
export const ownsStore = (state: MarketplaceState, token: string, storeId: string): boolean =>
  (state.integrations.get()[storeId] ?? defaultIntegration) === integrationOf(state, token);
