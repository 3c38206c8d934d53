import { createLastmileBehavior } from './lastmile/index.ts';
import { createMarketplaceBehavior } from './marketplace/index.ts';
import type { BehaviorFactories } from './runtime.ts';

/** The functions that create the behavior of each interface. */
export const behaviorFactories: BehaviorFactories = {
  lastmile: createLastmileBehavior,
  marketplace: createMarketplaceBehavior,
};
