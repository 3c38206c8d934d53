import { isDeepStrictEqual } from 'node:util';
import type { Contract, Json, JsonObject, Operation } from '@delivery-api/specs/contract';
import type { Command } from './command.ts';
import type { WebhookFault } from './delivery.ts';
import { ProblemError } from './problem-error.ts';
import type { Random } from './random.ts';
import type { Store, StoredValue } from './store.ts';

/** A fault for the next requests to an operation. */
export interface OperationFault {
  /** The operationId, or `*` for all operations. */
  operation: string;
  /** The code of the problem to return, such as `rate_limited` or `internal_error`. */
  code?: string;
  /**
   * Delay of the response, in real milliseconds: a number, a range of equally likely delays, or the
   * median and the 99th percentile of a lognormal distribution.
   */
  latency_ms?: Latency;
  /** Whether to execute the request, and then close the connection without a response. */
  drop?: boolean;
  /** Only requests from this Lastmile partner. */
  partner?: string;
  /** Only requests with this ID in the path, or as `booking_id` in the body. */
  id?: string;
  /** Only requests whose body has the value `equals` at the JSON Pointer `pointer`. */
  body?: { pointer: string; equals: Json };
  /** Number of requests to affect. Default: unlimited. */
  times?: number;
}

export type Latency = number | { min: number; max: number } | { p50: number; p99: number };

/** A fault for the next events of a type. */
export interface EventFault {
  /** The event type, or `*` for all types. */
  event: string;
  fault: WebhookFault;
  /** Only events about this booking or order. */
  subject?: string;
  /** Number of events to affect. Default: unlimited. */
  times?: number;
}

/** The 99th percentile of the standard normal distribution. */
const normalP99 = 2.3263;
/** Maximum delay from a lognormal distribution, in milliseconds. */
const maxLatency = 24 * 3600 * 1000;

/** Returns the fixed delay, or a random delay from the distribution, in milliseconds. */
export function latencyOf(latency: Latency, random: Random): number {
  if (typeof latency === 'number') return latency;
  if ('min' in latency) return random.between(latency.min, latency.max);
  const { p50, p99 } = latency;
  // The Box-Muller transform converts two uniform numbers to a normally distributed number.
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  const normal = radius * Math.cos(2 * Math.PI * random.next());
  return Math.min(maxLatency, Math.round(p50 * (p99 / p50) ** (normal / normalP99)));
}

/** Returns whether a fault applies to a request. */
export function matchesCommand(
  { operation, partner, id, body }: OperationFault,
  { operation: requested, parameters, body: sent }: Command,
): boolean {
  if (operation !== '*' && operation !== requested.id) return false;
  if (partner !== undefined && parameters.get('partner_name') !== partner) return false;
  if (id !== undefined && !idsOf(parameters, sent).includes(id)) return false;
  return body === undefined || isDeepStrictEqual(valueAt(sent, body.pointer), body.equals);
}

const idsOf = (parameters: ReadonlyMap<string, string>, body: unknown): unknown[] => [
  parameters.get('id'),
  parameters.get('store_id'),
  valueAt(body, '/booking_id'),
];

/** Returns the value at a JSON Pointer (RFC 6901); `undefined` if there is none. */
function valueAt(value: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((current, name) => {
    if (typeof current !== 'object' || current === null) return undefined;
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return Object.hasOwn(current, key) ? (current as Record<string, unknown>)[key] : undefined;
  }, value);
}

/** The faults to inject, each for a limited or unlimited number of uses. */
export class FaultList<Fault extends { times?: number }> {
  readonly #faults: StoredValue<readonly Fault[]>;

  /** @param name the name of the list in the store */
  constructor(store: Store, name: string) {
    this.#faults = store.value<readonly Fault[]>(name, []);
  }

  set(faults: readonly Fault[]): void {
    this.#faults.set(faults.filter(({ times }) => times !== 0).map((fault) => ({ ...fault })));
  }

  /** The active faults. `times` is the number of remaining requests or events. */
  get list(): readonly Fault[] {
    return this.#faults.get();
  }

  /** Returns the first fault that matches, and counts one use of it. */
  next(matches: (fault: Fault) => boolean): Fault | undefined {
    const found = this.list.find(matches);
    if (found !== undefined) this.#use([found]);
    return found;
  }

  /** Returns every fault that matches, and counts one use of each. */
  nextAll(matches: (fault: Fault) => boolean): Fault[] {
    const found = this.list.filter(matches);
    if (found.length > 0) this.#use(found);
    return found;
  }

  #use(used: readonly Fault[]): void {
    this.set(
      this.list.map((fault) =>
        fault.times !== undefined && used.includes(fault)
          ? { ...fault, times: fault.times - 1 }
          : fault,
      ),
    );
  }
}

/**
 * Creates the problem for a fault. The extension members come from the operation's example of the
 * problem with this code. The headers are those that the response requires, except `Request-Id`.
 * The problem `idempotency_in_progress` also has `Retry-After`. The value of `Retry-After` is 1
 * second.
 */
export function injectedProblem(
  contract: Contract,
  operation: Operation,
  code: string,
): ProblemError {
  const response = operation.responses.find(({ codes }) => codes.includes(code));
  const example = response?.content?.examples
    .map(({ value }) => value as JsonObject)
    .find((value) => value.code === code);
  const { extensions = [], optionalExtensions = [] } = contract.problems.get(code) ?? {};
  const names = [...extensions, ...optionalExtensions];
  const members = Object.fromEntries(
    Object.entries(example ?? {}).filter(([name]) => names.includes(name)),
  );
  const hasRetryAfter = response?.headers.some(
    ({ name, required }) =>
      name === 'Retry-After' && (required || code === 'idempotency_in_progress'),
  );
  const headers =
    response?.headers.filter(
      ({ name, required }) => required && name !== 'Request-Id' && name !== 'Retry-After',
    ) ?? [];
  return new ProblemError(code, 'The sandbox returned this problem because of an injected fault.', {
    members,
    headers: {
      ...Object.fromEntries(headers.map(({ name, example: value }) => [name, String(value)])),
      ...(hasRetryAfter && { 'Retry-After': '1' }),
    },
  });
}
