import type { Json, JsonObject } from '@delivery-api/specs/contract';
import { ProblemError, type ProblemItem } from '../../kernel/problem-error.ts';
import { isTimezone } from '../../kernel/time-zone.ts';
import { closedCheck } from '../../validation/closed-check.ts';
import { exampleStores, type Store, StoreBook } from '../domain/places/stores.ts';
import type { LastmileState } from './lastmile-state.ts';
import { continueStory, restoreBooking, restoreEstimate } from './load-data.ts';
import { Memory } from './memory.ts';

/** What a world can be begun with: resources in the forms of the contract, each kind optional. */
const kinds: Readonly<Record<string, string>> = {
  stores: 'Store',
  bookings: 'Booking',
  estimates: 'Estimate',
};

/**
 * Forgets everything and begins anew. `data` holds `stores` (instead of those of the contract's
 * examples), `bookings` and `estimates`, in the
 * contract's own forms. Live bookings go on from where they stand, and all goes well with them.
 * What an estimate was asked about is not part of it,
 * so that any booking matches one that was loaded.
 *
 * @throws {ProblemError} `validation_failed`, with every finding; then nothing has changed
 */
export function startAnew(stage: LastmileState, data: JsonObject = {}): void {
  const faults = faultsIn(stage, data);
  if (faults.length > 0) {
    throw new ProblemError(
      'validation_failed',
      `The data cannot be loaded: ${faults[0]?.pointer} ${faults[0]?.message}.`,
      { errors: faults },
    );
  }
  const { parts } = stage;
  const stores = listOf(data, 'stores') as unknown as Store[] | undefined;
  for (const { plot } of stage.memory.bookings.all) plot?.callOff?.();
  stage.memory = new Memory(parts.maxEntries);
  stage.stores = new StoreBook(stores ?? exampleStores(parts.contract));
  stage.began = parts.clock.now();
  const bookings = (listOf(data, 'bookings') ?? []).map((one) => restoreBooking(stage, one));
  for (const one of listOf(data, 'estimates') ?? [])
    stage.memory.addEstimate(restoreEstimate(one, bookings), parts.clock.now());
  bookings.sort(
    (a, b) =>
      (a.closedAt ?? Number.POSITIVE_INFINITY) - (b.closedAt ?? Number.POSITIVE_INFINITY) ||
      a.createdAt - b.createdAt,
  );
  for (const booking of bookings) {
    stage.memory.addBooking(booking);
    continueStory(stage, booking);
  }
}

const listOf = (data: JsonObject, kind: string): JsonObject[] | undefined =>
  data[kind] as JsonObject[] | undefined;

function faultsIn(stage: LastmileState, data: JsonObject): ProblemItem[] {
  const { contract } = stage.parts;
  const faults = Object.entries(data).flatMap(([kind, list]): ProblemItem[] => {
    if (kinds[kind] === undefined) {
      return [
        {
          pointer: `/${kind}`,
          code: 'additional_properties',
          message: `is not known here; ${Object.keys(kinds).join(', ')} are`,
        },
      ];
    }
    return Array.isArray(list)
      ? []
      : [{ pointer: `/${kind}`, code: 'type', message: 'must be array' }];
  });
  if (faults.length > 0 || Object.keys(data).length === 0) return faults;
  const check = closedCheck(contract);
  for (const [kind, list] of Object.entries(data)) {
    for (const [index, item] of (list as Json[]).entries())
      faults.push(...check(kinds[kind] as string, item, `/${kind}/${index}`));
  }
  return faults.length > 0
    ? faults
    : [...sameIds(data), ...storeFaults(data), ...bookingFaults(stage, data)];
}

function sameIds(data: JsonObject): ProblemItem[] {
  const seen = new Set<Json | undefined>();
  const faults: ProblemItem[] = [];
  for (const kind of Object.keys(data)) {
    for (const [index, { id }] of (listOf(data, kind) ?? []).entries()) {
      if (seen.has(id))
        faults.push({
          pointer: `/${kind}/${index}/id`,
          code: 'unique',
          message: `must be its own; '${id}' stands here twice`,
        });
      seen.add(id);
    }
  }
  return faults;
}

function storeFaults(data: JsonObject): ProblemItem[] {
  return (listOf(data, 'stores') ?? []).flatMap(({ timezone }, index): ProblemItem[] =>
    isTimezone(String(timezone))
      ? []
      : [
          {
            pointer: `/stores/${index}/timezone`,
            code: 'timezone',
            message: `must be a time zone of the IANA database, not '${timezone}'`,
          },
        ],
  );
}

function bookingFaults({ machine }: LastmileState, data: JsonObject): ProblemItem[] {
  const live = new Set<string>();
  const faults: ProblemItem[] = [];
  for (const [index, booking] of (listOf(data, 'bookings') ?? []).entries()) {
    const tell = (name: string, code: string, message: string): void =>
      void faults.push({ pointer: `/bookings/${index}/${name}`, code, message });
    if (!machine.states.includes(String(booking.status))) {
      tell('status', 'enum', `must be a status that can be played: ${machine.states.join(', ')}`);
      continue;
    }
    const phase = machine.phaseOf(String(booking.status));
    if (phase !== booking.phase)
      tell('phase', 'phase', `must be ${phase}, to which the status ${booking.status} belongs`);
    if (phase === 'closed') continue;
    const reference = `${booking.partner_name} ${booking.external_reference}`;
    if (live.has(reference))
      tell('external_reference', 'unique', 'must be unique among the live bookings of a partner');
    live.add(reference);
  }
  return faults;
}
