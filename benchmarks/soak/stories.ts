import { isDeepStrictEqual } from 'node:util';
import {
  ApiError,
  ConnectionError,
  type LastmileClient,
  TimeoutError,
} from '@delivery-api/lastmile-client';
import type { MarketplaceClient } from '@delivery-api/marketplace-client';
import { exampleOf } from '../attack/examples.ts';
import { interfaces } from '../attack/judge.ts';
import type { Random } from '../attack/random.ts';
import type { Control } from './control.ts';
import type { Ledger } from './ledger.ts';
import type { Tally } from './tally.ts';
import { askedFor } from './weather.ts';

export interface StoryParts {
  lastmile: LastmileClient;
  marketplace: MarketplaceClient;
  control: Control;
  ledger: Ledger;
  tally: Tally;
  random: Random;
  /** Tells one soak from another in references and keys. */
  seed: string;
}

type Booking = Parameters<LastmileClient['createBooking']>[0];

/**
 * Refusals that the course of time brings: what somebody wanted to do had become too late, or was
 * done already.
 */
const tooLate = [
  'booking_not_cancellable',
  'invalid_transition',
  'acknowledgement_conflict',
  'idempotency_in_progress',
];

const ends = new Set(
  interfaces.flatMap(({ contract }) =>
    contract.machines.flatMap(({ states }) =>
      [...states].filter(([, { terminal }]) => terminal).map(([status]) => status),
    ),
  ),
);

/** What integrators do with both interfaces, again and again. */
export class Stories {
  readonly #parts: StoryParts;
  /** Bookings whose answer never came: whether they were made is asked once all is well again. */
  readonly #unsure: { body: Booking; key: string }[] = [];
  /** Orders that have arrived and are being dealt with. */
  readonly #tills = new Set<Promise<void>>();
  #count = 0;

  constructor(parts: StoryParts) {
    this.#parts = parts;
  }

  /** Plays one story to its end. It never rejects: what must not happen is counted. */
  async play(): Promise<void> {
    const { random, tally } = this.#parts;
    const number = ++this.#count;
    const [name, story] = random.pick([
      ['booking', () => this.#booking(number, random.chance(0.3), random.chance(0.25))],
      ['booking', () => this.#booking(number, random.chance(0.3), random.chance(0.25))],
      ['order', () => this.#order(random.chance(0.3))],
      ['order', () => this.#order(random.chance(0.3))],
      ['estimate', () => this.#estimate()],
      ['read', () => this.#read()],
      ['menu', () => this.#menu(number)],
    ] as const);
    tally.count(`stories, ${name}`);
    await this.#guarded(name, story);
  }

  /** Resolves once the orders that have arrived so far have been dealt with. */
  async tills(): Promise<void> {
    await Promise.all(this.#tills);
  }

  async hasEnded(orderId: string): Promise<boolean> {
    return ends.has((await this.#parts.marketplace.getOrder({ id: orderId })).status);
  }

  async #guarded(name: string, story: () => Promise<void>): Promise<void> {
    const { tally } = this.#parts;
    try {
      await story();
    } catch (error) {
      if (this.#isExpected(error)) tally.count(`stories ended by ${nameOf(error)}`);
      else
        tally.fault(
          'errors of a kind not expected',
          `${name}: ${nameOf(error)}: ${(error as Error).message}`,
        );
    }
  }

  /**
   * Asks once more for everything whose answer never came: it is made now, or has been made then,
   * but never twice.
   */
  async makeSure(): Promise<void> {
    const { lastmile, tally } = this.#parts;
    for (const { body, key } of this.#unsure.splice(0)) {
      try {
        this.#follow((await lastmile.createBooking(body, { idempotencyKey: key })).id);
        tally.count('bookings asked for once more');
      } catch (error) {
        tally.fault(
          'errors of a kind not expected',
          `a booking asked for once more: ${nameOf(error)}: ${(error as Error).message}`,
        );
      }
    }
  }

  async #booking(number: number, repeats: boolean, cancels: boolean): Promise<void> {
    const { lastmile, seed } = this.#parts;
    const body = {
      ...exampleOf('createBooking', 'reassignment_booking_request'),
      external_reference: `S-${seed}-${number}`,
    } as unknown as Booking;
    const key = `soak-${seed}-${number}`;
    let id: string;
    try {
      const first = await lastmile.createBooking(body, { idempotencyKey: key });
      id = first.id;
      this.#follow(id);
      if (repeats)
        this.#compare(
          first,
          await lastmile.createBooking(body, { idempotencyKey: key }),
          `booking ${id}`,
        );
    } catch (error) {
      if (this.#isExpected(error)) this.#unsure.push({ body, key });
      throw error;
    }
    await lastmile.getBookingDetails({ id });
    if (cancels)
      await lastmile.cancelBooking({ booking_id: id, reason_code: 'customer_requested' });
  }

  async #order(repeats: boolean): Promise<void> {
    const { control, ledger } = this.#parts;
    const { id } = (await control('POST', '/orders')) as { id: string };
    void ledger
      .expect(id, () => true)
      .then(() => {
        const till = this.#guarded('till', () => this.#till(id, repeats)).finally(() =>
          this.#tills.delete(till),
        );
        this.#tills.add(till);
      });
  }

  /**
   * An order is taken once its event has arrived: who acknowledges one before gets no event any
   * more.
   */
  async #till(id: string, repeats: boolean): Promise<void> {
    const { marketplace, seed } = this.#parts;
    const wish = { id, result: 'succeeded', external_id: `POS-${id}` } as const;
    const key = `soak-${seed}-${id}`;
    const first = await marketplace.acknowledgeOrder(wish, { idempotencyKey: key });
    if (repeats)
      this.#compare(
        first,
        await marketplace.acknowledgeOrder(wish, { idempotencyKey: key }),
        `acknowledgement of ${id}`,
      );
    for (const status of ['accepted', 'preparing', 'ready'] as const)
      await marketplace.setOrderStatus({ id, status });
    await marketplace.getOrder({ id });
  }

  async #estimate(): Promise<void> {
    await this.#parts.lastmile.createEstimate(
      exampleOf('createEstimate', 'rough_estimate_request') as never,
    );
  }

  async #read(): Promise<void> {
    const { lastmile, marketplace } = this.#parts;
    const id = 'sto_01JD3M7X9KQA';
    const read = await lastmile.getStoreInfo.result({ id });
    const tag = read.ok ? read.response.headers.get('etag') : null;
    if (tag !== null) await lastmile.getStoreInfo.result({ id }, { ifNoneMatch: tag });
    await marketplace.getStore({ id });
  }

  async #menu(number: number): Promise<void> {
    const menu = { ...exampleOf('submitMenu'), validate_only: true } as never;
    await this.#parts.marketplace.submitMenu(menu, {
      idempotencyKey: `soak-${this.#parts.seed}-menu-${number}`,
    });
  }

  /** A booking has to be told of until it has ended, whatever became of the story that made it. */
  #follow(id: string): void {
    void this.#parts.ledger.expect(id, (status) => ends.has(status));
  }

  #compare(first: unknown, again: unknown, what: string): void {
    this.#parts.tally.count('requests repeated with their key');
    if (!isDeepStrictEqual(first, again))
      this.#parts.tally.fault(
        'repeats that differ',
        `${what} was answered differently the second time`,
      );
  }

  #isExpected(error: unknown): boolean {
    if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
    const code = (error as { code?: unknown }).code;
    const isOfTheService = error instanceof ApiError || (error as Error).name === 'ApiError';
    return (
      isOfTheService &&
      typeof code === 'string' &&
      (askedFor.includes(code) || tooLate.includes(code))
    );
  }
}

const nameOf = (error: unknown): string => {
  const { name, code } = error as { name?: string; code?: string };
  return code === undefined ? String(name) : `${name} ${code}`;
};
