import type { LastmileBehavior, MarketplaceBehavior, Sandbox } from '@delivery-api/sandbox';
import { blockersSchema, conditionsSchema, partnersSchema } from '../schemas/control.ts';
import { parse } from '../schemas/validate.ts';

/** Returns the blocked Lastmile partners. */
export const partners = ({ runtime }: Sandbox): { blocked: readonly string[] } => ({
  blocked: runtime.blockedPartners.get(),
});

/**
 * Replaces the list of blocked partners. `createBooking` and `createEstimate` requests of these
 * partners fail with `partner_blocked`.
 */
export function setPartners(sandbox: Sandbox, request?: unknown): { blocked: readonly string[] } {
  sandbox.runtime.blockedPartners.set([...new Set(parse(partnersSchema, request).blocked)]);
  return partners(sandbox);
}

/** Replaces the blockers that the marketplace has set for a store, and returns the store. */
export function setBlockers(sandbox: Sandbox, storeId: string, request?: unknown): unknown {
  const { blockers } = parse(blockersSchema, request);
  const behavior = sandbox.interface('marketplace').behavior as MarketplaceBehavior;
  return behavior.setBlockers(storeId, blockers).body;
}

/** Changes the lifecycle or the capacity of a Lastmile store, or both, and returns the store. */
export function setConditions(sandbox: Sandbox, storeId: string, request?: unknown): unknown {
  const conditions = parse(conditionsSchema, request);
  const behavior = sandbox.interface('lastmile').behavior as LastmileBehavior;
  return behavior.setStoreConditions(storeId, conditions).body;
}
