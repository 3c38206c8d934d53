import type { Contract, JsonObject, Webhook } from '@delivery-api/specs/contract';
import type { Blocker } from '../state/store-model.ts';
import { OrderSteps } from './orders/steps.ts';

export interface BlockerRule {
  resolvable_by: Blocker['resolvable_by'];
  /** Whether setting the store open lifts it. */
  reopens: boolean;
}

/** What the marketplace contract says as data, read once. */
export interface Rules {
  contract: Contract;
  steps: OrderSteps;
  /** `x-blockers` by code. */
  blockers: ReadonlyMap<string, BlockerRule>;
  event: Webhook;
  /** Major and minor version of the contract, as events name it. */
  apiVersion: string;
}

/** @throws {Error} where the contract lacks what the sandbox plays by */
export function readRules(contract: Contract): Rules {
  const machine = contract.machines.find(({ schemaName }) => schemaName === 'OrderStatus');
  const [event] = contract.webhooks;
  const blockers = contract.schemas.get('StoreBlockerCode')?.['x-blockers'] as
    | Record<string, JsonObject & BlockerRule>
    | undefined;
  if (machine === undefined || event === undefined || blockers === undefined) {
    throw new Error(
      `The contract '${contract.name}' lacks the machine of orders, the event of new orders, or the table of blockers.`,
    );
  }
  return {
    contract,
    steps: new OrderSteps(machine),
    blockers: new Map(Object.entries(blockers)),
    event,
    apiVersion: /^\d+\.\d+/.exec(contract.version)?.[0] ?? contract.version,
  };
}
