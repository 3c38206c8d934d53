import { ProblemError } from '@delivery-api/sandbox/kernel/problem-error.ts';
import type { Sandbox } from '@delivery-api/sandbox/sandbox.ts';
import { placeOf } from '@delivery-api/sandbox/validation/violations.ts';
import { type Mock, MockError, type Sandbox as PublicSandbox, type Resource } from '../public.ts';
import type { Controls } from './controls.ts';

/** A running sandbox as the library hands it out. */
export function sandboxHandle(
  mock: Omit<Mock, 'mode'>,
  sandbox: Sandbox,
  controls: Controls,
): PublicSandbox {
  return {
    ...mock,
    mode: 'sandbox',
    get seed() {
      return sandbox.run.seed;
    },
    clock: () => controls.clock(),
    setClock: (change) => asMockError(() => controls.setSpeed(change)),
    advanceClock: (seconds) => asMockError(() => controls.setClock({ advance_seconds: seconds })),
    createOrder: (wish) => asMockError(() => controls.createOrder(wish).body as Resource),
    advanceBooking: (id, to) =>
      asMockError(() => controls.advanceBooking(id, to === undefined ? {} : { to }) as Resource),
    advanceOrder: (id, to) =>
      asMockError(() => controls.advanceOrder(id, to === undefined ? {} : { to }) as Resource),
    webhooks: () => controls.webhooks(),
    setWebhooks: (targets) => asMockError(() => controls.setWebhooks(targets)),
    deliveries: (filter) => asMockError(() => controls.deliveries(filter)),
    redeliver: (id) => asMockError(() => controls.redeliver(id)),
    requests: (filter) => asMockError(() => controls.requests(filter)),
    faults: () => controls.faults(),
    setFaults: (faults) => asMockError(() => controls.setFaults(faults)),
    reset: (options) => asMockError(() => void controls.reset(options)),
    snapshot: (limit) => asMockError(() => controls.snapshot(limit === undefined ? {} : { limit })),
  };
}

/** Lets what would be a problem over HTTP be the error of a library. */
export function asMockError<Result>(act: () => Result): Result {
  try {
    const result = act();
    return result instanceof Promise ? (result.catch(rethrow) as Result) : result;
  } catch (error) {
    return rethrow(error);
  }
}

function rethrow(error: unknown): never {
  throw error instanceof ProblemError ? new MockError(inFull(error), error.code) : error;
}

const most = 5;

/** The message of a refusal; where several things are wrong, what they are. */
function inFull({ message, errors }: ProblemError): string {
  if (errors.length < 2) return message;
  const places = errors.slice(0, most).map((fault) => `${placeOf(fault)} ${fault.message}`.trim());
  return `${errors.length} things are wrong: ${places.join('; ')}${errors.length > most ? `; and ${errors.length - most} more` : ''}.`;
}
