import { EvictedIds } from '../../kernel/evicted-ids.ts';
import type { Booking, Estimate } from './model.ts';

/** First in, first out; both ends at a constant cost, spread over many. */
class Queue<Item> {
  #items: (Item | undefined)[] = [];
  #head = 0;

  get length(): number {
    return this.#items.length - this.#head;
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  get first(): Item | undefined {
    return this.#items[this.#head];
  }

  shift(): Item | undefined {
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    this.#items[this.#head] = undefined;
    this.#head += 1;
    if (this.#head > 64 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

/**
 * Things by their id that can also be listed from the newest on. What is gone is swept out of the
 * list now and then.
 */
class Shelf<Item extends { readonly id: string }> {
  readonly #byId = new Map<string, Item>();
  #inOrder: string[] = [];

  get(id: string): Item | undefined {
    return this.#byId.get(id);
  }

  add(item: Item): void {
    this.#byId.set(item.id, item);
    this.#inOrder.push(item.id);
    if (this.#inOrder.length > 2 * this.#byId.size + 64)
      this.#inOrder = this.#inOrder.filter((id) => this.#byId.has(id));
  }

  delete({ id }: Item): void {
    this.#byId.delete(id);
  }

  get all(): Item[] {
    return [...this.#byId.values()];
  }

  newest(limit: number): Item[] {
    const found: Item[] = [];
    for (let place = this.#inOrder.length - 1; place >= 0 && found.length < limit; place--) {
      const item = this.#byId.get(this.#inOrder[place] as string);
      if (item !== undefined) found.push(item);
    }
    return found;
  }
}

interface Partner {
  /** The latest booking of each reference. */
  references: Map<string, Booking>;
  finished: Queue<Booking>;
  gone: EvictedIds;
  estimates: Queue<Estimate>;
}

/**
 * What is remembered of all partners: whatever lives, and of what has ended as much as there is
 * room for, each at a constant cost.
 */
export class Memory {
  readonly bookings = new Shelf<Booking>();
  readonly estimates = new Shelf<Estimate>();
  readonly #partners = new Map<string, Partner>();
  readonly #room: number;

  /** @param room how many finished bookings, and how many estimates, are kept for a partner */
  constructor(room: number) {
    this.#room = room;
  }

  /** A booking of this partner; those of others do not exist here. */
  booking(partner: string, id: string): Booking | undefined {
    const booking = this.bookings.get(id);
    return booking?.partner === partner ? booking : undefined;
  }

  /** Whether this partner had a booking of this id, which had to make room. */
  hasForgotten(partner: string, id: string): boolean {
    return this.#partners.get(partner)?.gone.has(id) === true;
  }

  estimate(partner: string, id: string): Estimate | undefined {
    const estimate = this.estimates.get(id);
    return estimate?.partner === partner ? estimate : undefined;
  }

  /** The latest attempt with a reference. */
  latest(partner: string, reference: string): Booking | undefined {
    return this.#partners.get(partner)?.references.get(reference);
  }

  addBooking(booking: Booking): void {
    this.bookings.add(booking);
    const { references } = this.#partner(booking.partner);
    const { external_reference: reference } = booking.ordered;
    if ((references.get(reference)?.attempt ?? 0) < booking.attempt)
      references.set(reference, booking);
    if (booking.closedAt !== undefined) this.finish(booking);
  }

  /** Takes note that a booking has ended. */
  finish(booking: Booking): void {
    const { finished, references, gone } = this.#partner(booking.partner);
    finished.push(booking);
    while (finished.length > this.#room) {
      const oldest = finished.shift() as Booking;
      this.bookings.delete(oldest);
      gone.add(oldest.id);
      const { external_reference: reference } = oldest.ordered;
      if (references.get(reference) === oldest) references.delete(reference);
    }
  }

  /** Remembers an estimate. Those that can still be booked are never forgotten. */
  addEstimate(estimate: Estimate, now: number): void {
    this.estimates.add(estimate);
    const { estimates } = this.#partner(estimate.partner);
    estimates.push(estimate);
    while (estimates.length > this.#room && !isBookable(estimates.first, now))
      this.estimates.delete(estimates.shift() as Estimate);
  }

  #partner(name: string): Partner {
    let partner = this.#partners.get(name);
    if (partner === undefined) {
      partner = {
        references: new Map(),
        finished: new Queue(),
        gone: new EvictedIds(this.#room),
        estimates: new Queue(),
      };
      this.#partners.set(name, partner);
    }
    return partner;
  }
}

const isBookable = (estimate: Estimate | undefined, now: number): boolean =>
  estimate?.offer !== undefined &&
  estimate.bookedAs === undefined &&
  now < estimate.offer.expiresAt;
