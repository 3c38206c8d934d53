import type { InterfaceContext } from '../../../kernel/interface-behavior.ts';
import type { SchemaCheck } from '../../../validation/schema-check.ts';
import type { MarketplaceState } from '../../state/marketplace-state.ts';
import type { Order } from '../../state/records.ts';
import type { Rules } from './rules.ts';

/** The dependencies, state and rules that all parts of the Marketplace behavior share. */
export interface MarketplaceContext extends InterfaceContext {
  readonly state: MarketplaceState;
  readonly rules: Rules;
  /** Checks supplied data against a schema in the contract. */
  readonly check: SchemaCheck;
  /** The orders in the contract's examples, whose customers and addresses test orders use. */
  readonly exampleOrders: readonly Order[];
}
