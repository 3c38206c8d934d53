import type { JsonObject, Operation } from '@delivery-api/specs/contract';
import type { Command } from '../kernel/command.ts';
import type {
  InterfaceContext,
  MarketplaceBehavior,
  SandboxResponse,
} from '../kernel/interface-behavior.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { isForeign } from '../kernel/tokens.ts';
import { closedCheck } from '../validation/closed-check.ts';
import { formCheck } from './domain/menus/schema-check.ts';
import { readRules } from './domain/rules.ts';
import { acknowledge } from './operations/acknowledge-order.ts';
import { createOrder } from './operations/create-order.ts';
import { readOrder } from './operations/get-order.ts';
import { setStatus } from './operations/set-order-status.ts';
import { setStoreStatus } from './operations/set-store-status.ts';
import { submitMenu } from './operations/submit-menu.ts';
import { advance } from './scenarios/advance.ts';
import { createMarketplaceState, enter } from './state/build.ts';
import { readExamples } from './state/examples.ts';
import { readWorld } from './state/load-data.ts';
import { close } from './state/marketplace-state.ts';
import { seedsFrom } from './state/seeds.ts';
import { findStore, viewOf } from './views/store.ts';

/**
 * Makes the marketplace half of a sandbox: one world for all tokens, with the stores and menus of
 * the examples, and without orders.
 */
export function createMarketplaceBehavior(parts: InterfaceContext): MarketplaceBehavior {
  const rules = readRules(parts.contract);
  const examples = readExamples(parts.contract);
  const check = closedCheck(parts.contract);
  const checkForm = formCheck(parts.contract);
  let market = createMarketplaceState(parts, rules, seedsFrom(examples));

  const answers: Readonly<Record<string, (call: Command) => SandboxResponse>> = {
    getOrder: (call) => ({ status: 200, body: readOrder(market, call) }),
    acknowledgeOrder: (call) => acknowledge(market, call),
    setOrderStatus: (call) => setStatus(market, call),
    getStore: (call) => ({ status: 200, body: viewOf(market, findStore(market, call)) }),
    setStoreStatus: (call) => setStoreStatus(market, call),
    submitMenu: (call) => submitMenu(market, checkForm, call),
  };

  return {
    tenantOf: ({ token }) => (isForeign(token) ? 'another integration' : 'the integration'),
    answer(call) {
      const answer = answers[call.operation.id];
      if (answer === undefined)
        throw new Error(`The sandbox does not play the operation ${call.operation.id}.`);
      return answer(call);
    },
    reset(data = {}) {
      const { seeds, orders } = readWorld(
        examples,
        rules.steps,
        check,
        checkForm,
        operation(parts, 'submitMenu'),
        data,
      );
      close(market);
      market = createMarketplaceState(parts, rules, seeds);
      for (const order of orders)
        enter(market, { ...order, allowed_transitions: rules.steps.allowed(order) });
    },
    advance(id, to) {
      const record = market.orders.get(id);
      if (record === undefined)
        throw new ProblemError('order_not_found', `There is no order ${id}.`);
      return advance(market, record, to);
    },
    snapshot: (limit) =>
      ({
        orders: market.orders.newest(limit),
        stores: [...market.stores.values()].slice(0, limit).map((store) => viewOf(market, store)),
      }) satisfies JsonObject,
    createOrder: (wish) => createOrder(market, check, examples.orders, wish),
  };
}

function operation({ contract }: InterfaceContext, id: string): Operation {
  const found = contract.operations.find((one) => one.id === id);
  if (found === undefined)
    throw new Error(`The contract '${contract.name}' has no operation ${id}.`);
  return found;
}
