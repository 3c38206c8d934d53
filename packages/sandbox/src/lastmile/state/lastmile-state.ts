import type { JsonObject } from '@delivery-api/specs/contract';
import type { InterfaceContext } from '../../kernel/interface-behavior.ts';
import { Machine } from '../../kernel/state-machine.ts';
import { exampleStores, StoreBook } from '../domain/places/stores.ts';
import { Cancelling } from '../domain/pricing/policy.ts';
import { bookingView } from '../views/booking.ts';
import { Memory } from './memory.ts';
import type { Booking } from './model.ts';

/** Everything that the parts of this world share. */
export interface LastmileState {
  readonly parts: InterfaceContext;
  readonly machine: Machine;
  readonly cancelling: Cancelling;
  /** The statuses of a delivery that goes well, from the search on. */
  readonly mainLine: readonly string[];
  /** The name of the webhook, and the version by which its events are written. */
  readonly event: { type: string; version: string };
  /** When this world began. */
  began: number;
  memory: Memory;
  stores: StoreBook;
  /** Plays the next beat of a booking, whenever it was due. */
  play: (booking: Booking) => void;
}

/** Sets a world up as the contract describes it, with the stores of its examples. */
export function createLastmileState(
  parts: InterfaceContext,
  play: (stage: LastmileState, booking: Booking) => void,
): LastmileState {
  const { contract, clock, maxEntries } = parts;
  const data = contract.machines.find(({ schemaName }) => schemaName === 'BookingStatus');
  const webhook = contract.webhooks.find(
    ({ content }) => content.schemaName === 'BookingUpdatedEvent',
  );
  if (data === undefined || webhook === undefined)
    throw new Error(
      `The contract '${contract.name}' has no machine of bookings, or no event of theirs.`,
    );
  const machine = new Machine(data);
  const [start = '', end = ''] = [data.guaranteed[0], data.guaranteed.at(-1)];
  const mainLine = [start, ...(machine.way(start, end) ?? [])];
  const stage: LastmileState = {
    parts,
    machine,
    cancelling: new Cancelling(machine, [...data.initial, ...mainLine]),
    mainLine,
    event: { type: webhook.name, version: contract.version.split('.').slice(0, 2).join('.') },
    began: clock.now(),
    memory: new Memory(maxEntries),
    stores: new StoreBook(exampleStores(contract)),
    play: (booking) => play(stage, booking),
  };
  return stage;
}

/** A booking as it stands now. */
export const view = ({ machine, cancelling, parts }: LastmileState, booking: Booking): JsonObject =>
  bookingView(booking, machine, cancelling, parts.clock.now());
