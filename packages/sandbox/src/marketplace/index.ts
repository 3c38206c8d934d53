import type { JsonObject } from '@delivery-api/specs/contract';
import type { Command } from '../kernel/command.ts';
import type {
  InterfaceContext,
  MarketplaceBehavior,
  SandboxResponse,
} from '../kernel/interface-behavior.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { createSchemaCheck } from '../validation/schema-check.ts';
import { submissionCheck } from './domain/menus/check-schema.ts';
import type { MarketplaceContext } from './domain/rules/context.ts';
import { readRules } from './domain/rules/rules.ts';
import { acknowledgeOrder } from './operations/acknowledge-order.ts';
import { createOrder } from './operations/create-order.ts';
import { getOrder } from './operations/get-order.ts';
import { getStore } from './operations/get-store.ts';
import { setBlockers } from './operations/set-blockers.ts';
import { setOrderStatus } from './operations/set-order-status.ts';
import { setStoreStatus } from './operations/set-store-status.ts';
import { submitMenu } from './operations/submit-menu.ts';
import { advanceOrder } from './scenarios/advance.ts';
import { loadData, loadExamples } from './scenarios/load.ts';
import { recordAttempt } from './scenarios/record-attempt.ts';
import { registerTaskHandlers } from './scenarios/task-handlers.ts';
import { readExamples } from './state/examples.ts';
import { integrationOf } from './state/integrations.ts';
import { createMarketplaceState } from './state/marketplace-state.ts';
import { storeView } from './views/store.ts';

/**
 * Creates the behavior of the Marketplace interface: stores, menus, orders and couriers. Without
 * stored state, the stores and menus in the contract's examples are loaded, without orders.
 */
export function createMarketplaceBehavior(base: InterfaceContext): MarketplaceBehavior {
  const { contract, store, scheduler, maxEntries } = base;
  const examples = readExamples(contract);
  const checkSchema = submissionCheck(contract);
  const context: MarketplaceContext = {
    ...base,
    state: createMarketplaceState(store, maxEntries, (id) => scheduler.cancelAll(id)),
    rules: readRules(contract),
    check: createSchemaCheck(contract),
    exampleOrders: examples.orders,
  };
  const { state } = context;
  registerTaskHandlers(context);
  context.dispatcher.onAttempt((...made) => recordAttempt(context, ...made));
  if (!state.isLoaded.get()) loadData(context, examples, checkSchema, {});

  const operations: Readonly<Record<string, (command: Command) => SandboxResponse>> = {
    getOrder: (command) => getOrder(context, command),
    acknowledgeOrder: (command) => acknowledgeOrder(context, command),
    setOrderStatus: (command) => setOrderStatus(context, command),
    getStore: (command) => getStore(context, command),
    setStoreStatus: (command) => setStoreStatus(context, command),
    submitMenu: (command) => submitMenu(context, checkSchema, command),
  };

  return {
    tenantOf: ({ token }) => integrationOf(state, token),
    respond(command) {
      const operation = operations[command.operation.id];
      if (operation === undefined)
        throw new Error(`The sandbox does not have the operation ${command.operation.id}.`);
      return operation(command);
    },
    load: (data = {}) => loadData(context, examples, checkSchema, data),
    loadExamples: () => loadExamples(context, examples),
    advance(id, to) {
      const record = state.orders.get(id);
      if (record === undefined)
        throw new ProblemError('order_not_found', `No order in this sandbox has the ID ${id}.`);
      return { status: 200, body: advanceOrder(context, record, to) };
    },
    snapshot: (limit) =>
      ({
        orders: state.orders.newest(limit).map(({ order }) => order),
        stores: [...state.stores.values()]
          .slice(0, limit)
          .map((record) => storeView(context, record)),
      }) satisfies JsonObject,
    createOrder: (options) => createOrder(context, options),
    setBlockers: (id, blockers) => setBlockers(context, id, blockers),
  };
}
