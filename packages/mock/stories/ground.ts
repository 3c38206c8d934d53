import { randomUUID } from 'node:crypto';
import type { Inputs } from './inputs.ts';
import { StoriesError } from './stories-error.ts';
import type { Story } from './story.ts';

/** Base addresses by the name of the interface, without a slash at the end. */
export type Servers = Readonly<Record<string, string>>;

/** Where stories are played. */
export interface Ground {
  readonly servers: Servers;
  /** What a story is told; asked just before it is played. */
  tell(story: Story): Inputs;
  leave(): Promise<void>;
}

/** A name for a run that no run had before. */
export const newRunName = (): string => randomUUID().slice(0, 8);

/** Servers that are there already. What a story has to know, it has to be told. */
export const givenServers = (servers: Servers, inputs: Inputs): Ground => ({
  servers,
  tell: () => inputs,
  leave: async () => {},
});

/**
 * The orders that stories begin with, by the input that takes their ids, and the scenarios that
 * make them arrive.
 */
const orders: Readonly<Record<string, string>> = {
  order_to_hand_over: 'pickup_happy_path',
  order_to_reject: 'item_unavailable',
};

/** The reads with which stories wait for something. */
const waiting: ReadonlySet<string | undefined> = new Set(['getBookingDetails', 'getStore']);

/**
 * How far the clock jumps after such a read: further than any step of a story takes, less than any
 * deadline.
 */
const jumpSeconds = 120;

/**
 * A sandbox of its own, on a free port. What no operation does is done through its control
 * functions: orders arrive, and time passes. Its clock
 * stands still, and jumps ahead whenever a story has looked at what it waits for; so a run depends
 * on nothing but the stories.
 *
 * @throws {StoriesError} when the mock has not been built
 */
export async function ownSandbox(inputs: Inputs): Promise<Ground> {
  const { startMock } = await import('@delivery-api/mock').catch(() => {
    throw new StoriesError(
      'The mock has not been built: npx turbo run build contract:lastmile contract:marketplace --filter=@delivery-api/mock',
    );
  });
  let jumps: Promise<unknown> = Promise.resolve();
  const sandbox = await startMock({
    mode: 'sandbox',
    // A Friday evening in Amsterdam, when the stores of the examples are open.
    clock: { start: '2026-11-20T18:00:00Z', frozen: true },
    log: (_, { operation, status }) => {
      if (status !== 200 || !waiting.has(operation)) return;
      jumps = jumps.then(() => sandbox.advanceClock(jumpSeconds));
      // It is dealt with when the sandbox is left; until then it is not unhandled.
      jumps.catch(() => {});
    },
  });
  return {
    servers: { lastmile: sandbox.lastmile, marketplace: sandbox.marketplace },
    tell({ inputs: { properties = {} } }) {
      const arrived = Object.entries(orders).filter(
        ([name]) => properties[name] !== undefined && inputs[name] === undefined,
      );
      return {
        token: 'test_stories',
        ...Object.fromEntries(
          arrived.map(([name, scenario]) => [name, sandbox.createOrder({ scenario }).id]),
        ),
        ...inputs,
      };
    },
    async leave() {
      await sandbox.stop();
      await jumps;
    },
  };
}
