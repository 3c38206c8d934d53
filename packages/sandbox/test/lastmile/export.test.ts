import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../src/kernel/problem-error.ts';
import { Random } from '../../src/kernel/random.ts';
import { scenarios } from '../../src/lastmile/scenarios/definitions.ts';
import {
  type Body,
  bookingRequest,
  createSandbox,
  estimateRequest,
  home,
  hour,
  minute,
  recipient,
  type TestResponse,
  type TestSandbox,
} from '../support/lastmile.ts';

/** Always returns the same number, so that two sandboxes behave identically. */
class ConstantRandom extends Random {
  override next(): number {
    return 0.4;
  }
}

const maxSteps = 12;
/** The sandbox keeps one closed booking, so that the export contains evicted IDs. */
const maxEntries = 1;
const retried = bookingRequest({ test_scenario: 'rate_limited' });
const dropoff = {
  address: home,
  contact: recipient,
  verification: { methods: ['pin', 'signature'] },
};

interface Ids {
  booking: string;
  estimate: string;
  evicted: string;
}

function createWith(
  count: { ids: number },
  options: Parameters<typeof createSandbox>[0] = {},
): TestSandbox {
  const newId = (prefix: string): string => `${prefix}_${String(++count.ids).padStart(12, '0')}`;
  const replace = { random: new ConstantRandom('constant'), newId };
  return createSandbox({ maxEntries, ...options, replace });
}

const book = (sandbox: TestSandbox, more: JsonObject): string =>
  sandbox.request('createBooking', { body: bookingRequest(more) }).body.id;

/**
 * Fills every collection, creates a booking with a scenario, and advances it by `steps` steps or
 * until no further step is possible.
 */
function prepareState(sandbox: TestSandbox, scenario: string, steps: number): Ids {
  const estimate = sandbox.request('createEstimate', { body: estimateRequest() }).body.id;
  const [evicted, finished] = [book(sandbox, {}), book(sandbox, {})];
  for (const id of [evicted, finished]) sandbox.behavior.advance(id, 'expired');
  expect(sandbox.request('createBooking', { body: retried }).status).toBe(429);
  const body = bookingRequest({ external_reference: 'A-export', test_scenario: scenario, dropoff });
  const create = (): TestResponse => sandbox.request('createBooking', { body });
  const first = create();
  // Some scenarios reject the first attempt.
  const booking = (first.status === 201 ? first : create()).body.id;
  for (let step = 0; step < steps; step++) advanceOneStep(sandbox, booking);
  return { booking, estimate, evicted };
}

function advanceOneStep(sandbox: TestSandbox, id: string): void {
  try {
    sandbox.behavior.advance(id, undefined);
  } catch (error) {
    // The scenario has ended or waits for a request.
    if (!(error instanceof ProblemError)) throw error;
  }
}

/** Runs scheduled tasks and sends requests. Returns the responses, the events and the snapshot. */
async function continueWith(sandbox: TestSandbox, { booking, estimate, evicted }: Ids) {
  const read = (): Body => sandbox.request('getBookingDetails', { id: booking });
  const responses = [read()];
  await sandbox.advanceClock(2 * minute);
  responses.push(
    read(),
    sandbox.request('cancelBooking', {
      body: { booking_id: booking, reason_code: 'test', after_pickup: 'return_to_pickup' },
    }),
  );
  await sandbox.advanceClock(3 * hour);
  responses.push(
    read(),
    sandbox.request('getBookingDetails', { id: 'ref:A-export' }),
    sandbox.request('getBookingDetails', { id: evicted }),
    sandbox.request('createBooking', { body: retried }),
    sandbox.request('createBooking', {
      body: bookingRequest({ external_reference: 'A-next', estimate_id: estimate }),
    }),
    sandbox.request('createBooking', { body: bookingRequest({ external_reference: 'A-export' }) }),
    sandbox.request('getStoreInfo', { id: 'sto_01JD3M7X9KQA' }),
  );
  await sandbox.advanceClock(hour);
  return { responses, sent: sandbox.sent, visible: sandbox.behavior.snapshot(100) };
}

describe('exports and imports', () => {
  const names = Object.keys(scenarios).filter((name) => name !== 'not_serviceable');
  it.each(names)(
    'an export and import preserve the behavior of the %s scenario after each step',
    async (scenario) => {
      for (let steps = 0; steps <= maxSteps; steps++) {
        const count = { ids: 0 };
        const original = createWith(count);
        const ids = prepareState(original, scenario, steps);
        const snapshot = original.store.snapshot();
        const imported = createWith({ ...count }, { snapshot, start: original.clock.now() });
        expect(imported.store.snapshot()).toEqual(snapshot);
        original.sent.length = 0;
        const expected = await continueWith(original, ids);
        const actual = await continueWith(imported, ids);
        expect(actual).toEqual(expected);
        expect(imported.store.snapshot()).toEqual(original.store.snapshot());
      }
    },
  );
});
