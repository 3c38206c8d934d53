import { randomUUID } from 'node:crypto';
import type { Inputs } from './inputs.ts';
import { UsageError } from './usage-error.ts';
import type { Workflow } from './workflow.ts';

/** Base URLs by the name of the interface, without a slash at the end. */
export type Servers = Readonly<Record<string, string>>;

/** The servers against which workflows run. */
export interface Environment {
  readonly servers: Servers;
  /** Returns the inputs of a workflow. Called just before the workflow runs. */
  inputsFor(workflow: Workflow): Inputs;
  stop(): Promise<void>;
}

/** Returns a unique ID for a run. */
export const newRunId = (): string => randomUUID().slice(0, 8);

/** Returns an environment with running servers, and with the same inputs for all workflows. */
export const externalEnvironment = (servers: Servers, inputs: Inputs): Environment => ({
  servers,
  inputsFor: () => inputs,
  stop: async () => {},
});

/** For each input that is the ID of an order, the scenario of the order. */
const orders: Readonly<Record<string, string>> = {
  order_to_hand_over: 'pickup_happy_path',
  order_to_reject: 'item_unavailable',
};

/** The operations that workflows poll. */
const polled: ReadonlySet<string | undefined> = new Set(['getBookingDetails', 'getStore']);

/**
 * Time to advance after a poll, in seconds: longer than any scenario step, shorter than any
 * deadline.
 */
const pollSeconds = 120;

/**
 * Starts a sandbox on a free port. `inputsFor` creates the orders that a workflow needs. The clock
 * is frozen, and advances when a workflow polls, so that results do not depend on real time.
 *
 * @throws {UsageError} if the mock is not built
 */
export async function sandboxEnvironment(inputs: Inputs): Promise<Environment> {
  const { startMock } = await import('@delivery-api/mock').catch(() => {
    throw new UsageError(
      'The mock is not built. Run `npx turbo run build contract:lastmile contract:marketplace --filter=@delivery-api/mock`.',
    );
  });
  let advances: Promise<unknown> = Promise.resolve();
  const sandbox = await startMock({
    mode: 'sandbox',
    // A Friday evening in Amsterdam, when the example stores are open.
    clock: { start: '2026-11-20T18:00:00Z', frozen: true },
    log: (_, { operation, status }) => {
      if (status !== 200 || !polled.has(operation)) return;
      advances = advances.then(() => sandbox.advanceClock(pollSeconds));
      // `stop` reports a failed advance. Until then, this handler prevents an unhandled rejection.
      advances.catch(() => {});
    },
  });
  return {
    servers: { lastmile: sandbox.lastmile, marketplace: sandbox.marketplace },
    inputsFor({ inputs: { properties = {} } }) {
      const missing = Object.entries(orders).filter(
        ([name]) => properties[name] !== undefined && inputs[name] === undefined,
      );
      return {
        token: 'test_workflows',
        ...Object.fromEntries(
          missing.map(([name, scenario]) => [name, sandbox.createOrder({ scenario }).id]),
        ),
        ...inputs,
      };
    },
    async stop() {
      await sandbox.stop();
      await advances;
    },
  };
}
