import type { JsonObject } from '@delivery-api/specs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../src/kernel/problem-error.ts';
import { scenarios } from '../../src/lastmile/scenarios/definitions.ts';
import {
  type Body,
  contractErrors,
  createSandbox,
  estimateRequest,
  home,
  machine,
  machineData,
  minute,
  recipient,
  second,
  store,
  type TestSandbox,
} from '../support/lastmile.ts';
import { runs } from '../support/runs.ts';

type Step = (sandbox: TestSandbox, known: Known) => void | Promise<void>;
interface Booked {
  id: string;
  partner: string;
  reference: string;
  scenario: string | undefined;
}
interface Known {
  bookings: Booked[];
  estimates: { id: string; partner: string; request: JsonObject }[];
}

const partner = fc.constantFrom('acme', 'globex');
const reference = fc.constantFrom('A-1', 'A-2', 'A-3', 'A-4');
const scenario = fc.option(fc.constantFrom(...Object.keys(scenarios)), { nil: undefined });
const dropoff = fc.constantFrom<JsonObject>(
  { address: home },
  { address: { line1: 'Rokin 1', city: 'Amsterdam', country: 'NL' } },
  { address: { line1: 'De Pijp', city: 'Amsterdam', country: 'NL' } },
);
const extras = fc.constantFrom<JsonObject>(
  {},
  { tip: { amount: 100, currency: 'EUR' } },
  { handover: 'leave_at_door' },
  { service_level: 'express' },
  { max_price: { amount: 700, currency: 'EUR' } },
);
const which = fc.nat({ max: 30 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const defined = (members: Record<string, unknown>): JsonObject =>
  JSON.parse(JSON.stringify(members));

const estimating = fc.record({
  partner,
  dropoff,
  test_scenario: optional(
    fc.constantFrom('estimate_not_binding', 'estimate_expires_now', 'estimate_unserviceable'),
  ),
});
const booking = fc.record({
  partner,
  reference,
  scenario,
  dropoff,
  extras,
  which: optional(which),
});
const cancelling = fc.record({
  which,
  fee: optional(fc.constantFrom(0, 300, 5_000)),
  revision: optional(fc.integer({ min: 1, max: 8 })),
  after: optional(fc.constantFrom('reject', 'return_to_pickup')),
});

const steps: fc.Arbitrary<Step> = fc.oneof(
  estimating.map(
    ({ partner: who, dropoff: to, test_scenario }): Step =>
      (sandbox, known) => {
        const request = defined({ ...estimateRequest({ dropoff: to }), test_scenario });
        known.estimates.push({
          id: sandbox.request('createEstimate', { partner: who, body: request }).body.id,
          partner: who,
          request,
        });
      },
  ),
  booking.map(
    ({
      partner: who,
      reference: name,
      scenario: scenarioName,
      dropoff: to,
      extras: more,
      which: index,
    }): Step =>
      (sandbox, known) => {
        const estimate =
          index === undefined
            ? undefined
            : known.estimates[index % Math.max(1, known.estimates.length)];
        const target = estimate === undefined ? to : (estimate.request.dropoff as JsonObject);
        const body = defined({
          external_reference: name,
          pickup: { store_id: store },
          dropoff: { ...target, contact: recipient },
          packages: [{ size: 'small' }],
          ...more,
          test_scenario: scenarioName,
          estimate_id: estimate?.id,
        });
        const { status, body: response } = sandbox.request('createBooking', { partner: who, body });
        const duplicate = known.bookings.find(
          (one) => one.partner === who && one.reference === name && !isFree(sandbox, one),
        );
        if (status === 201) {
          expect(
            duplicate,
            'another booking with this reference is not closed, or is delivered',
          ).toBeUndefined();
          known.bookings.push({
            id: response.id,
            partner: who,
            reference: name,
            scenario: scenarioName,
          });
        } else if (response.code === 'duplicate_external_reference')
          expect(response.existing_booking_id).toBe(duplicate?.id);
      },
  ),
  cancelling.map(
    ({ which: index, fee, revision, after }): Step =>
      (sandbox, { bookings }) => {
        const one = bookings[index % Math.max(1, bookings.length)];
        if (one === undefined) return;
        const before = read(sandbox, one);
        const max_fee = fee === undefined ? undefined : { amount: fee, currency: 'EUR' };
        const body = defined({
          booking_id: one.id,
          reason_code: 'other',
          max_fee,
          expected_revision: revision,
          after_pickup: after,
        });
        const { status, body: response } = sandbox.request('cancelBooking', {
          partner: one.partner,
          body,
        });
        if (status >= 400) expect(read(sandbox, one)).toEqual(before);
        else if (response.revision > before.revision) {
          expect(response.revision).toBe(before.revision + 1);
          expect(response.cancellation.fee).toEqual(before.cancellation_policy.fee);
        }
      },
  ),
  fc.record({ which, to: optional(fc.constantFrom(...machineData.states.keys())) }).map(
    ({ which: index, to }): Step =>
      (sandbox, { bookings }) => {
        const one = bookings[index % Math.max(1, bookings.length)];
        if (one === undefined) return;
        try {
          const { body } = sandbox.behavior.advance(one.id, to);
          expect(contractErrors('getBookingDetails', 200, body)).toEqual([]);
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
        }
      },
  ),
  fc.constantFrom(second, 15 * second, minute, 10 * minute, 130 * minute).map(
    (time): Step =>
      (sandbox) =>
        sandbox.advanceClock(time),
  ),
);

const read = (sandbox: TestSandbox, { id, partner: who }: Booked): Body =>
  sandbox.request('getBookingDetails', { id, partner: who }).body;
/** Returns whether the reference of a booking can be used again. */
const isFree = (sandbox: TestSandbox, one: Booked): boolean => {
  const { phase, status } = read(sandbox, one);
  return phase === 'closed' && status !== 'delivered';
};

/** Checks the invariants of a booking and its events. */
function check(sandbox: TestSandbox, one: Booked): void {
  const shown = read(sandbox, one);
  const events = sandbox.eventsOf(one.id);
  const raised = Array.from({ length: shown.revision - 1 }, (_, index) => index + 2);
  const unsent =
    one.scenario === 'webhook_missing'
      ? shown.history
          .filter(({ status }: Body) => status === 'picked_up')
          .map(({ revision }: Body) => revision)
      : [];
  expect(events.map(({ revision }) => revision)).toEqual(
    raised.filter((revision) => !unsent.includes(revision)),
  );
  for (const data of events) {
    if (data.changes.includes('status'))
      expect(
        machine.between(data.previous_status, data.status),
        `${data.previous_status} → ${data.status}`,
      ).toBeDefined();
    expect(data.phase).toBe(machine.phaseOf(data.status));
    expect(sum(data.price)).toBe(data.price.total.amount);
  }
  const history: string[] = shown.history.map(({ status }: Body) => status);
  for (const [index, status] of history.slice(1).entries())
    expect(machine.between(history[index] as string, status)).toBeDefined();
  expect(history.slice(0, -1).filter((status) => machine.isTerminal(status))).toEqual([]);
  expect(history.at(-1)).toBe(shown.status);
  expect(sum(shown.price)).toBe(shown.price.total.amount);
}

const sum = ({ components }: Body): number =>
  components.reduce((total: number, { amount }: Body) => total + amount, 0);

describe('random sequences of requests', () => {
  it('random requests lead only to valid responses and allowed transitions, and each change has one event unless webhook_missing omits it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 40 }), async (list) => {
        const sandbox = createSandbox();
        const known: Known = { bookings: [], estimates: [] };
        for (const step of list) await step(sandbox, known);
        await sandbox.advanceClock(4 * 60 * minute);
        for (const one of known.bookings) check(sandbox, one);
        for (const id of ['sto_01JD3M7X9KQA', 'sto_01JD2T5B8WHP', 'sto_01JD0X3C6YMD'])
          expect(sandbox.request('getStoreInfo', { id }).status).toBe(200);
      }),
      runs(60),
    );
  });

  it('random requests lead to the same events and resources for the same seed, and to different ones for another seed', async () => {
    const run = async (seed: string, list: Step[]): Promise<string> => {
      const sandbox = createSandbox({ seed });
      const known: Known = { bookings: [], estimates: [] };
      for (const step of list) await step(sandbox, known);
      await sandbox.advanceClock(60 * minute);
      return JSON.stringify([sandbox.sent, sandbox.behavior.snapshot(100), known.bookings]);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 20 }), async (list) => {
        expect(await run('one', list)).toBe(await run('one', list));
      }),
      runs(15),
    );
    const request = {
      external_reference: 'A-1',
      pickup: { store_id: store },
      dropoff: { address: home, contact: recipient },
      packages: [{ size: 'small' }],
    };
    const books: Step = (sandbox) => void sandbox.request('createBooking', { body: request });
    expect(await run('one', [books])).not.toBe(await run('two', [books]));
  });
});
