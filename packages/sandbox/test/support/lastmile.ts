import type { Json, JsonObject } from '@delivery-api/specs/contract';
import { expect } from 'vitest';
import { toProblem } from '../../../mock/src/contract/problem.ts';
import type { SimulatedClock } from '../../src/kernel/clock.ts';
import type { Command } from '../../src/kernel/command.ts';
import type { WebhookFault } from '../../src/kernel/delivery.ts';
import type { InterfaceBehavior, InterfaceContext } from '../../src/kernel/interface-behavior.ts';
import { ProblemError } from '../../src/kernel/problem-error.ts';
import { Machine } from '../../src/kernel/state-machine.ts';
import type { Store, StoreSnapshot } from '../../src/kernel/store.ts';
import { createLastmileBehavior } from '../../src/lastmile/index.ts';
import type { Dispatcher } from '../../src/webhooks/dispatcher.ts';
import { createContext } from './context.ts';
import { testContracts } from './contracts.ts';

const lastmile = testContracts.find(({ name }) => name === 'lastmile');
if (lastmile === undefined) throw new Error('The lastmile contract is missing.');
export const { contract, validate } = lastmile;
const bookingMachine = contract.machines.find(({ schemaName }) => schemaName === 'BookingStatus');
if (bookingMachine === undefined) throw new Error('The contract lacks BookingStatus.');
export const machineData = bookingMachine;
export const machine = new Machine(bookingMachine);

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

/** Friday, 19:00 in Amsterdam. */
export const friday = Date.parse('2026-11-20T18:00:00Z');

// biome-ignore lint/suspicious/noExplicitAny: tests read many members of responses that were checked against the contract
export type Body = any;

export interface SentEvent {
  event: Body;
  subject: string;
  faults: WebhookFault[];
}

export interface TestResponse {
  status: number;
  body: Body;
  headers: Record<string, string>;
  isDropped: boolean;
}

interface RequestOptions {
  partner?: string;
  id?: string;
  body?: unknown;
}

export interface TestSandbox {
  behavior: InterfaceBehavior;
  clock: SimulatedClock;
  store: Store;
  /** Every event that was passed to the dispatcher. */
  sent: SentEvent[];
  changes: [string, string][];
  /** Sends a request. Checks its body, and the response or problem, against the contract. */
  request: (operation: string, options?: RequestOptions) => TestResponse;
  /** Advances the simulated time. */
  advanceClock: (milliseconds: number) => Promise<void>;
  /** Returns the data of the events of a booking. */
  eventsOf: (id: string) => Body[];
}

interface SandboxOptions {
  seed?: string;
  maxEntries?: number;
  start?: number;
  /** State to continue from. */
  snapshot?: StoreSnapshot;
  /** The parts of the context to replace. */
  replace?: Partial<InterfaceContext>;
}

/** Creates a sandbox with a frozen clock, at `friday` by default. */
export function createSandbox({
  seed = 'test',
  maxEntries = 10_000,
  start = friday,
  snapshot,
  replace = {},
}: SandboxOptions = {}): TestSandbox {
  const sent: SentEvent[] = [];
  const changes: [string, string][] = [];
  const eventSchema = contract.webhooks[0]?.content.schema ?? {};
  const send = (
    event: JsonObject,
    subject: string,
    { faults = [] }: { faults?: WebhookFault[] } = {},
  ): void => {
    expect(validate(eventSchema, event), JSON.stringify(event)).toEqual([]);
    sent.push({ event: structuredClone(event), subject, faults });
  };
  const context = createContext({
    contract,
    start,
    seed,
    maxEntries,
    ...(snapshot !== undefined && { snapshot }),
    onChange: (kind, id) => changes.push([kind, id]),
  });
  const { clock, store, scheduler } = context;
  const behavior = createLastmileBehavior({
    ...context,
    dispatcher: { send } as unknown as Dispatcher,
    ...replace,
  });
  if (snapshot !== undefined) scheduler.resume();
  return {
    behavior,
    clock,
    store,
    sent,
    changes,
    request: (operation, options) => request(behavior, operation, options),
    advanceClock: (milliseconds) => clock.advance(milliseconds),
    eventsOf: (id) => sent.filter(({ subject }) => subject === id).map(({ event }) => event.data),
  };
}

function request(
  behavior: InterfaceBehavior,
  operationId: string,
  options: RequestOptions = {},
): TestResponse {
  const command = commandFor(operationId, options);
  const { operation, body } = command;
  if (operation.request !== undefined)
    expect(validate(operation.request.schema, body), 'the request').toEqual([]);
  try {
    const {
      status,
      body: response,
      headers = {},
      dropConnection = false,
    } = behavior.respond(command);
    expect(contractErrors(operationId, status, response), JSON.stringify(response)).toEqual([]);
    return { status, body: structuredClone(response), headers, isDropped: dropConnection };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const problem = toProblem(contract, error, 'req_00000000', '/');
    const { status } = problem;
    const documented = operation.responses.find(({ codes }) => codes.includes(error.code));
    expect(documented?.status, `${operationId} does not document ${error.code}`).toBe(status);
    expect(contractErrors(operationId, status, problem), JSON.stringify(problem)).toEqual([]);
    const missing = contract.problems
      .get(error.code)
      ?.extensions.filter((name) => problem[name] === undefined);
    expect(missing, `${error.code} lacks members`).toEqual([]);
    return { status, body: problem, headers: error.headers, isDropped: false };
  }
}

/** Returns the command for a request to an operation. Does not validate the request. */
export function commandFor(
  operationId: string,
  { partner = 'acme', id, body, key }: RequestOptions & { key?: string } = {},
): Command {
  const operation = contract.operations.find((one) => one.id === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  const parameters = new Map([
    ['partner_name', partner],
    ...(id === undefined ? [] : [['id', id] as [string, string]]),
  ]);
  return {
    contract,
    operation,
    requestId: 'req_00000000',
    parameters,
    idempotencyKey: key,
    token: 'test_token',
    body,
  };
}

/** Returns the contract violations of a response; an empty array if there are none. */
export function contractErrors(operationId: string, status: number, body: Json): string[] {
  const response = contract.operations
    .find(({ id }) => id === operationId)
    ?.responses.find((one) => one.status === status);
  return response?.content === undefined
    ? [`${operationId} has no response ${status} with a body.`]
    : validate(response.content.schema, body);
}

/**
 * Returns the problem of a rejected control call.
 *
 * @throws {Error} if the call is not rejected
 */
export function rejection(command: () => void): {
  code: string;
  pointers: string[];
  message: string;
} {
  try {
    command();
  } catch (error) {
    if (error instanceof ProblemError)
      return {
        code: error.code,
        pointers: error.errors.map(({ pointer }) => pointer ?? ''),
        message: error.message,
      };
    throw error;
  }
  throw new Error('The call was not rejected.');
}

export const store = 'sto_01JD3M7X9KQA';

/** An address in Amsterdam, about 2.3 km from the store in a straight line. */
export const home = {
  line1: 'Roetersstraat 8-3',
  city: 'Amsterdam',
  postal_code: '1018 WC',
  country: 'NL',
  location: { latitude: 52.364831, longitude: 4.911902 },
};
export const recipient = { name: 'Zoë van den Berg', phone: '+31205550123' };

export const estimateRequest = (more: JsonObject = {}): JsonObject => ({
  pickup: { store_id: store },
  dropoff: { address: home },
  packages: [{ size: 'small' }],
  ...more,
});

let count = 0;
export const bookingRequest = (more: JsonObject = {}): JsonObject => ({
  external_reference: `A-${++count}`,
  pickup: { store_id: store },
  dropoff: { address: home, contact: recipient },
  packages: [{ size: 'small' }],
  ...more,
});
