import { createLastmileWorld } from './lastmile/index.ts';
import { createMarketplaceWorld } from './marketplace/index.ts';
import type { WorldMakers } from './runtime.ts';

/** The world of each interface. */
export const worldMakers: WorldMakers = {
  lastmile: createLastmileWorld,
  marketplace: createMarketplaceWorld,
};
