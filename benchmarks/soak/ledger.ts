import { createHash } from 'node:crypto';
import type { Tally } from './tally.ts';

/** An event whose signature fits. */
export interface Arrival {
  id: string;
  type: string;
  /** The id of the booking or order. */
  subject: string;
  status: string;
  /** The body as it came. */
  body: string;
}

interface Expected {
  /** Told once all of it has come. */
  resolve: () => void;
  isDone: (status: string) => boolean;
}

/** Digests of so many events are remembered, to tell a repeat that differs. */
const remembered = 20_000;

/**
 * Keeps account of what has to arrive, from what the clients were told, not from what the sandbox
 * says of itself: an order has to be announced, and a
 * booking to be told to its end.
 */
export class Ledger {
  readonly #tally: Tally;
  readonly #open = new Map<string, Expected>();
  readonly #early = new Map<string, string>();
  readonly #digests = new Map<string, string>();

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Expects events of a booking or order until one has a status that ends it. */
  expect(subject: string, isDone: (status: string) => boolean): Promise<void> {
    return new Promise((resolve) => {
      // An event may overtake the answer that tells of its subject.
      const early = this.#early.get(subject);
      if (early !== undefined && isDone(early)) resolve();
      else this.#open.set(subject, { resolve, isDone });
    });
  }

  /** Takes note of an event. */
  arrived({ id, type, subject, status, body }: Arrival): void {
    const digest = createHash('sha256').update(body).digest('base64');
    const first = this.#digests.get(id);
    if (first !== undefined) {
      this.#tally.count('events that came again');
      if (first !== digest)
        this.#tally.fault('repeats that differ', `${type} ${id} came again with another body`);
      return;
    }
    remember(this.#digests, id, digest);
    remember(this.#early, subject, status);
    this.#tally.count(`events, ${type}`);
    const expected = this.#open.get(subject);
    if (expected === undefined || !expected.isDone(status)) return;
    this.#open.delete(subject);
    expected.resolve();
  }

  /** What is still missing. */
  get missing(): string[] {
    return [...this.#open.keys()];
  }

  /** Expects nothing more of a booking or order. */
  dismiss(subject: string): void {
    this.#open.delete(subject);
  }

  /** Counts what is still missing as lost. */
  close(): void {
    for (const subject of this.missing)
      this.#tally.fault('lost events', `what became of ${subject} was never told`);
  }
}

function remember(map: Map<string, string>, key: string, value: string): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > remembered && oldest !== undefined) map.delete(oldest);
}
