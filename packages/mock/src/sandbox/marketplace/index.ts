import type { JsonObject, Operation } from '@delivery-api/specs/contract';
import type { Call } from '../../call.ts';
import { Refusal } from '../../server/refusal.ts';
import { closedCheck } from '../closed-check.ts';
import { isForeign } from '../tokens.ts';
import type { MarketplaceWorld, SandboxAnswer, WorldParts } from '../world.ts';
import { buildMarket, enter } from './build.ts';
import { createOrder } from './create-order.ts';
import { readExamples } from './examples.ts';
import { readWorld } from './given-world.ts';
import { formCheck } from './menus/form.ts';
import { submitMenu } from './menus/submit.ts';
import { acknowledge } from './orders/acknowledge.ts';
import { advance } from './orders/advance.ts';
import { readOrder } from './orders/find.ts';
import { setStatus } from './orders/set-status.ts';
import { readRules } from './rules.ts';
import { close } from './state.ts';
import { seedsFrom } from './stores/seeds.ts';
import { setStoreStatus } from './stores/set-status.ts';
import { findStore, viewOf } from './stores/view.ts';

/**
 * Makes the marketplace half of a sandbox: one world for all tokens, with the stores and menus of
 * the examples, and without orders.
 */
export function createMarketplaceWorld(parts: WorldParts): MarketplaceWorld {
  const rules = readRules(parts.contract);
  const examples = readExamples(parts.contract);
  const check = closedCheck(parts.contract);
  const checkForm = formCheck(parts.contract);
  let market = buildMarket(parts, rules, seedsFrom(examples));

  const answers: Readonly<Record<string, (call: Call) => SandboxAnswer>> = {
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
      market = buildMarket(parts, rules, seeds);
      for (const order of orders)
        enter(market, { ...order, allowed_transitions: rules.steps.allowed(order) });
    },
    advance(id, to) {
      const record = market.orders.get(id);
      if (record === undefined) throw new Refusal('order_not_found', `There is no order ${id}.`);
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

function operation({ contract }: WorldParts, id: string): Operation {
  const found = contract.operations.find((one) => one.id === id);
  if (found === undefined)
    throw new Error(`The contract '${contract.name}' has no operation ${id}.`);
  return found;
}
