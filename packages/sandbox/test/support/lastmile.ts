import type { Json, JsonObject } from '@delivery-api/specs/contract';
import { expect } from 'vitest';
import { toProblem } from '../../../mock/src/contract/problem.ts';
import type { SandboxClock } from '../../src/kernel/clock.ts';
import type { Command } from '../../src/kernel/command.ts';
import type { InterfaceBehavior } from '../../src/kernel/interface-behavior.ts';
import { ProblemError } from '../../src/kernel/problem-error.ts';
import { Machine } from '../../src/kernel/state-machine.ts';
import { createLastmileBehavior } from '../../src/lastmile/index.ts';
import type { Dispatcher, WebhookFault } from '../../src/webhooks/dispatcher.ts';
import { createContext } from './context.ts';
import { tested } from './contracts.ts';

const lastmile = tested.find(({ name }) => name === 'lastmile');
if (lastmile === undefined) throw new Error('There is no contract of lastmile.');
export const { contract, validate } = lastmile;
const bookingMachine = contract.machines.find(({ schemaName }) => schemaName === 'BookingStatus');
if (bookingMachine === undefined) throw new Error('The contract has no machine of bookings.');
export const machineData = bookingMachine;
export const machine = new Machine(bookingMachine);

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

/** A Friday evening in Amsterdam, 19:00 there. */
export const friday = Date.parse('2026-11-20T18:00:00Z');

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places, and have been held against the contract before.
export type Body = any;

export interface Sent {
  event: Body;
  subject: string;
  faults: WebhookFault[];
}

export interface Answer {
  status: number;
  body: Body;
  headers: Record<string, string>;
  isLost: boolean;
}

interface Wish {
  partner?: string;
  id?: string;
  body?: unknown;
}

export interface Bench {
  world: InterfaceBehavior;
  clock: SandboxClock;
  /** Every event that was handed to the dispatcher. */
  sent: Sent[];
  changes: [string, string][];
  /**
   * Asks the world; request and answer are held against the contract, closed, and a refusal becomes
   * the problem that it is answered with.
   */
  ask: (operation: string, wish?: Wish) => Answer;
  /** Lets time pass, in milliseconds. */
  pass: (milliseconds: number) => Promise<void>;
  /** The events of a booking, each as `status` or the changes. */
  told: (id: string) => Body[];
}

/** A world of its own, its clock standing still on that Friday evening unless told otherwise. */
export function bench({
  seed = 'test',
  maxEntries = 10_000,
  start = friday,
}: {
  seed?: string;
  maxEntries?: number;
  start?: number;
} = {}): Bench {
  const sent: Sent[] = [];
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
    onChange: (kind, id) => changes.push([kind, id]),
  });
  const { clock } = context;
  const world = createLastmileBehavior({
    ...context,
    dispatcher: { send } as unknown as Dispatcher,
  });
  return {
    world,
    clock,
    sent,
    changes,
    ask: (operation, wish) => ask(world, operation, wish),
    pass: (milliseconds) => clock.advance(milliseconds),
    told: (id) => sent.filter(({ subject }) => subject === id).map(({ event }) => event.data),
  };
}

function ask(
  world: InterfaceBehavior,
  operationId: string,
  { partner = 'acme', id, body }: Wish = {},
): Answer {
  const operation = contract.operations.find((one) => one.id === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  if (operation.request !== undefined)
    expect(validate(operation.request.schema, body), 'the request').toEqual([]);
  const call = callTo(operationId, { partner, body, ...(id !== undefined && { id }) });
  try {
    const { status, body: answer, headers = {}, dropConnection = false } = world.answer(call);
    expect(complaints(operationId, status, answer), JSON.stringify(answer)).toEqual([]);
    return { status, body: structuredClone(answer), headers, isLost: dropConnection };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const problem = toProblem(contract, error, 'req_00000000', '/');
    const response = operation.responses.find(({ codes }) => codes.includes(error.code));
    expect(response?.status, `${operationId} cannot answer ${error.code}`).toBe(problem.status);
    expect(complaints(operationId, problem.status, problem), JSON.stringify(problem)).toEqual([]);
    const missing = contract.problems
      .get(error.code)
      ?.extensions.filter((name) => problem[name] === undefined);
    expect(missing, `${error.code} lacks members`).toEqual([]);
    return { status: problem.status, body: problem, headers: error.headers, isLost: false };
  }
}

/** A call as a mode gets it once it has been found valid. */
export function callTo(
  operationId: string,
  { partner = 'acme', id, body, key }: Wish & { key?: string } = {},
): Command {
  const operation = contract.operations.find((one) => one.id === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  const parameters = new Map([
    ['partner_name', partner],
    ...(id === undefined ? [] : [['id', id] as [string, string]]),
  ]);
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return {
    contract,
    operation,
    requestId: 'req_00000000',
    parameters,
    headers,
    token: 'test_token',
    body,
    choice: undefined,
    preferFault: undefined,
  };
}

/** What the contract finds wrong with an answer. */
export function complaints(operationId: string, status: number, body: Json): string[] {
  const response = contract.operations
    .find(({ id }) => id === operationId)
    ?.responses.find((one) => one.status === status);
  return response?.content === undefined
    ? [`${operationId} has no answer ${status} with a body.`]
    : validate(response.content.schema, body);
}

export const store = 'sto_01JD3M7X9KQA';

/** An address in Amsterdam, some three kilometers from the store. */
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
