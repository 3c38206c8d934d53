import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Store } from '@delivery-api/marketplace-types';
import type { Contract, Json, JsonObject } from '@delivery-api/specs/contract';
import { createValidate, type Validate } from '@delivery-api/specs/validate';
import { toProblem } from '../../../mock/src/contract/problem.ts';
import { SimulatedClock } from '../../src/kernel/clock.ts';
import type { Command } from '../../src/kernel/command.ts';
import type { MarketplaceBehavior, SandboxResponse } from '../../src/kernel/interface-behavior.ts';
import { ProblemError } from '../../src/kernel/problem-error.ts';
import { createMarketplaceBehavior } from '../../src/marketplace/index.ts';
import type { Order } from '../../src/marketplace/state/records.ts';
import type { Dispatcher } from '../../src/webhooks/dispatcher.ts';
import { createContext } from './context.ts';
import { testContracts } from './contracts.ts';

export const contract: Contract = (
  testContracts.find(({ name }) => name === 'marketplace') as { contract: Contract }
).contract;
/** Rejects unknown fields, and accepts any string for an extensible enum. */
export const validate: Validate = createValidate(contract);

export const amsterdam = 'sto_01JD3M7X9KQA';
export const austin = 'sto_01JD4H3Y6ZRD';
export const athens = 'sto_01JD4E9N2PQT';
export const kuwait = 'sto_01JD4F7T3VBS';
export const rotterdam = 'sto_01JD4M1B7DQX';
export const berlin = 'sto_01JD4K8A5CJV';
export const malmo = 'sto_01JD4C2F6HNV';

export const start = Date.parse('2026-11-20T18:00:00Z');
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export interface TestResponse {
  status: number;
  /** The body, or the problem. */
  body: JsonObject;
}

interface MarketplaceOptions {
  at?: number;
  seed?: string;
  maxEntries?: number;
  clock?: SimulatedClock;
}

/** A marketplace, by default with a frozen clock. Checks the response of each operation. */
export class Marketplace {
  readonly clock: SimulatedClock;
  readonly dispatcher: Dispatcher;
  readonly behavior: MarketplaceBehavior;
  readonly changes: string[] = [];

  constructor({
    at = start,
    seed = 'test',
    maxEntries = 10_000,
    clock = new SimulatedClock({ start: at, frozen: true }),
  }: MarketplaceOptions = {}) {
    this.clock = clock;
    const context = createContext({
      contract,
      start: at,
      clock,
      seed,
      maxEntries,
      onChange: (kind, id) => this.changes.push(`${kind} ${id}`),
    });
    this.dispatcher = context.dispatcher;
    this.behavior = createMarketplaceBehavior(context);
  }

  /**
   * Sends a request.
   *
   * @throws {Error} if the response violates the contract: its status, its body, or the code and the
   * members of a problem
   */
  request(
    operationId: string,
    parameters: Record<string, string>,
    body?: unknown,
    token = 'test_token',
  ): TestResponse {
    const command = commandFor(operationId, parameters, body, token);
    const result = responseOf(() => this.behavior.respond(command));
    const response = command.operation.responses.find(({ status }) => status === result.status);
    const findings =
      response?.content === undefined
        ? ['the status is not documented']
        : validate(response.content.schema, result.body);
    const code = result.status >= 400 ? String(result.body.code) : undefined;
    if (code !== undefined && !response?.codes.includes(code))
      findings.push(`the code ${code} is not documented`);
    const required = code === undefined ? [] : (contract.problems.get(code)?.extensions ?? []);
    for (const member of required)
      if (result.body[member] === undefined) findings.push(`${code} has no ${member}`);
    if (findings.length > 0)
      throw new Error(
        `${operationId} ${result.status}: ${findings.slice(0, 5).join('; ')}\n${JSON.stringify(result.body, null, 1).slice(0, 3000)}`,
      );
    return result;
  }

  createOrder(options: JsonObject = {}): Order {
    return checkedOrder(this.behavior.createOrder(options).body) as unknown as Order;
  }

  order(id: string): Order {
    return this.request('getOrder', { id }).body as unknown as Order;
  }

  store(id: string): Store {
    return this.request('getStore', { id }).body as unknown as Store;
  }

  acknowledge(id: string, body: JsonObject = { result: 'succeeded' }): TestResponse {
    return this.request('acknowledgeOrder', { id }, body);
  }

  setStatus(id: string, status: string, more: JsonObject = {}): TestResponse {
    return this.request('setOrderStatus', { id }, { status, ...more });
  }

  setStoreStatus(store_id: string, status: string, more: JsonObject = {}): TestResponse {
    return this.request('setStoreStatus', { store_id }, { status, ...more });
  }

  submitMenu(body: unknown): TestResponse {
    return this.request('submitMenu', {}, body);
  }

  /** Advances the clock. First and at each due time, waits for the attempts that are in flight. */
  async advance(milliseconds: number): Promise<void> {
    await this.dispatcher.settle();
    await this.clock.advance(milliseconds, async () => void (await this.dispatcher.settle()));
  }
}

/** Returns the command for a request to an operation. Does not validate the request. */
export function commandFor(
  operationId: string,
  parameters: Record<string, string>,
  body?: unknown,
  token = 'test_token',
): Command {
  const operation = contract.operations.find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  return {
    contract,
    operation,
    requestId: 'req_0123456789abcdef',
    parameters: new Map(Object.entries(parameters)),
    idempotencyKey: undefined,
    token,
    body: structuredClone(body),
  };
}

/** Returns the response of `act`, or the problem if it throws a `ProblemError`. */
export function responseOf(act: () => SandboxResponse): TestResponse {
  try {
    const { status, body } = act();
    return { status, body: body as JsonObject };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const problem = toProblem(contract, error, 'req_0123456789abcdef', '/');
    return { status: problem.status, body: problem };
  }
}

export function checkedOrder(body: Json): JsonObject {
  const findings = validate({ $ref: '#/components/schemas/Order' }, body);
  if (findings.length > 0)
    throw new Error(`The order violates the contract: ${findings.join('; ')}`);
  return body as JsonObject;
}

/** Returns an example of a request body. */
export const requestExample = (operationId: string, name: string): JsonObject =>
  contract.operations
    .find(({ id }) => id === operationId)
    ?.request?.examples.find((one) => one.name === name)?.value as JsonObject;

/** Returns an example of a response body. */
export const responseExample = (operationId: string, name: string): JsonObject =>
  contract.operations
    .find(({ id }) => id === operationId)
    ?.responses.flatMap(({ content }) => content?.examples ?? [])
    .find((one) => one.name === name)?.value as JsonObject;

export interface Received {
  id: string;
  body: JsonObject;
  at: string;
}

/** A webhook receiver; `respond` sends the response. */
export class Receiver {
  readonly received: Received[] = [];
  respond: (response: ServerResponse, count: number) => void = (response) =>
    void response.writeHead(204).end();
  readonly #server: Server;
  #marketplace: Marketplace | undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        const at = this.#marketplace?.clock.instant() ?? '';
        this.received.push({
          id: String(request.headers['webhook-id']),
          body: JSON.parse(text) as JsonObject,
          at,
        });
        this.respond(response, this.received.length);
      });
    });
  }

  async listenTo(marketplace: Marketplace): Promise<void> {
    this.#marketplace = marketplace;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    marketplace.dispatcher.register({
      url: `http://127.0.0.1:${port}/`,
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
