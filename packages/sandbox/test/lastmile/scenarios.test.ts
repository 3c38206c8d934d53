import { describe, expect, it } from 'vitest';
import { scenarios } from '../../src/lastmile/scenarios/definitions.ts';
import {
  type Body,
  bookingRequest,
  contract,
  createSandbox,
  home,
  hour,
  machine,
  minute,
  recipient,
  second,
  type TestSandbox,
} from '../support/lastmile.ts';
import { bookScenario, statuses, toDropoff } from '../support/lastmile-scenarios.ts';

const withVerification = {
  dropoff: { address: home, contact: recipient, verification: { methods: ['photo', 'signature'] } },
};

const read = (sandbox: TestSandbox, id: string): Body =>
  sandbox.request('getBookingDetails', { id }).body;

it('the sandbox defines exactly the createBooking scenarios in the contract', () => {
  const named = contract.scenarios
    .filter(({ operations }) => operations.includes('createBooking'))
    .map(({ name }) => name);
  expect(Object.keys(scenarios).sort()).toEqual(named.sort());
});

describe.each(['delivered', 'webhook_duplicate', 'webhook_out_of_order', 'answer_lost'])(
  'the %s scenario',
  (scenario) => {
    it('sends an event for each status change, and ends as delivered with the required proofs', async () => {
      const { sandbox, id, booked } = bookScenario(scenario, withVerification);
      expect(booked).toMatchObject({ status: 'searching', revision: 1, test: true });
      await sandbox.advanceClock(10 * minute);
      const events = sandbox.eventsOf(id);
      expect(events.map(({ status }) => status)).toEqual([...toDropoff, 'delivered']);
      expect(events.map(({ revision }) => revision)).toEqual([2, 3, 4, 5, 6, 7, 8]);
      expect(events.at(-1)).toMatchObject({
        changes: ['status', 'proof'],
        dropoff: { verified_methods: ['photo', 'signature'] },
      });
      expect(read(sandbox, id).dropoff.proofs.map(({ type }: Body) => type)).toEqual([
        'photo',
        'signature',
      ]);
    });
  },
);

it('delivered takes 20 to 40 s for each step, and its events match the ETAs', async () => {
  const { sandbox, id, booked } = bookScenario('delivered');
  await sandbox.advanceClock(10 * minute);
  const times = [
    booked.created_at,
    ...sandbox.eventsOf(id).map(({ updated_at }) => updated_at),
  ].map(Date.parse);
  for (const [index, time] of times.slice(1).entries()) {
    expect(time - (times[index] as number)).toBeGreaterThanOrEqual(20 * second);
    expect(time - (times[index] as number)).toBeLessThanOrEqual(40 * second);
  }
  const [assigned, , atStore, , , atDoor] = sandbox.eventsOf(id);
  expect(assigned).toMatchObject({
    changes: ['status', 'courier', 'eta'],
    pickup: { eta: { expected_at: atStore.updated_at } },
  });
  expect(assigned.dropoff.eta.expected_at).toBe(atDoor.updated_at);
});

it('delivered is the default, and starts as scheduled for a later pickup', async () => {
  const sandbox = createSandbox();
  const starts = sandbox.clock.now() + 3 * hour;
  const schedule = {
    pickup_window: {
      starts_at: sandbox.clock.instant(starts),
      ends_at: sandbox.clock.instant(starts + hour),
    },
  };
  const { body } = sandbox.request('createBooking', { body: bookingRequest({ schedule }) });
  expect(body).toMatchObject({
    status: 'scheduled',
    phase: 'open',
    assign_by: sandbox.clock.instant(starts + 45 * minute),
  });
  await sandbox.advanceClock(5 * hour);
  expect(statuses(sandbox.eventsOf(body.id))).toEqual(['searching', ...toDropoff, 'delivered']);
  const [searching] = sandbox.eventsOf(body.id);
  expect(searching).toMatchObject({
    previous_status: 'scheduled',
    updated_at: sandbox.clock.instant(starts - 45 * minute),
  });
  expect(Date.parse(read(sandbox, body.id).pickup.completed_at)).toBeGreaterThanOrEqual(starts);
});

it('delivered_left_at_door ends with a photo even if none is required', async () => {
  const { sandbox, id } = bookScenario('delivered_left_at_door');
  await sandbox.advanceClock(10 * minute);
  expect(statuses(sandbox.eventsOf(id))).toEqual([...toDropoff, 'delivered']);
  expect(read(sandbox, id).dropoff.proofs).toMatchObject([{ type: 'photo' }]);
});

it('every scenario that accepts the first attempt uses only transitions in the contract, and its events have the required members', async () => {
  for (const scenario of Object.keys(scenarios).filter(
    (name) => !['not_serviceable', 'unavailable_then_success', 'rate_limited'].includes(name),
  )) {
    const { sandbox, id } = bookScenario(scenario);
    await sandbox.advanceClock(3 * hour);
    for (const data of sandbox.eventsOf(id).filter(({ changes }) => changes.includes('status'))) {
      const transition = machine.between(data.previous_status, data.status);
      expect(transition, `${scenario}: ${data.previous_status} → ${data.status}`).toBeDefined();
      expect(Object.keys(data)).toEqual(expect.arrayContaining(transition?.needs ?? []));
    }
  }
});
