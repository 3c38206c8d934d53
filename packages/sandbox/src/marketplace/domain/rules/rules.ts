import type { BlockerResolver } from '@delivery-api/marketplace-types';
import type { Contract, JsonObject, Webhook } from '@delivery-api/specs/contract';
import { OrderTransitions } from './order-transitions.ts';

export interface BlockerRule {
  resolvable_by: BlockerResolver;
  /** Whether a request for the status `open` or `busy` removes the blocker. */
  reopens: boolean;
}

/** The rules that the contract specifies as data. */
export interface Rules {
  transitions: OrderTransitions;
  /** `x-blockers` by code. */
  blockers: ReadonlyMap<string, BlockerRule>;
  event: Webhook;
  /** Major and minor version of the contract, for events. */
  apiVersion: string;
}

/**
 * Reads the rules from the contract.
 *
 * @throws {Error} if the contract lacks a part that the sandbox needs
 */
export function readRules(contract: Contract): Rules {
  const machine = contract.machines.find(({ schemaName }) => schemaName === 'OrderStatus');
  const [event] = contract.webhooks;
  const blockers = contract.schemas.get('StoreBlockerCode')?.['x-blockers'] as
    | Record<string, JsonObject & BlockerRule>
    | undefined;
  if (machine === undefined || event === undefined || blockers === undefined) {
    throw new Error(
      `The contract '${contract.name}' lacks the order state machine, the event for new orders, or the blocker table.`,
    );
  }
  return {
    transitions: new OrderTransitions(machine),
    blockers: new Map(Object.entries(blockers)),
    event,
    apiVersion: /^\d+\.\d+/.exec(contract.version)?.[0] ?? contract.version,
  };
}
