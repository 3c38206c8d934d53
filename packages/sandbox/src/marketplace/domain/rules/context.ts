import type { InterfaceContext } from '../../../kernel/interface-behavior.ts';
import type { SchemaCheck } from '../../../validation/schema-check.ts';
import type { MarketplaceState } from '../../state/marketplace-state.ts';
import type { Order } from '../../state/records.ts';
import type { Rules } from './rules.ts';

/** What the code of the interface works with: ports and kernel, state, and the contract's rules. */
export interface MarketplaceContext extends InterfaceContext {
  readonly state: MarketplaceState;
  readonly rules: Rules;
  /** Checks data that was supplied for the sandbox. */
  readonly check: SchemaCheck;
  /** The orders of the contract's examples; their customers order again. */
  readonly exampleOrders: readonly Order[];
}
