import type { JsonObject } from '@delivery-api/specs/contract';
import { expect } from 'vitest';
import { type Body, bookingRequest, createSandbox, type TestSandbox } from './lastmile.ts';

/** The statuses of a successful delivery between searching and delivered. */
export const toDropoff = [
  'courier_assigned',
  'enroute_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'enroute_to_dropoff',
  'arrived_at_dropoff',
];

/** Creates a booking with a scenario in a new sandbox. */
export function bookScenario(
  scenario: string,
  more: JsonObject = {},
): { sandbox: TestSandbox; id: string; booked: Body } {
  const sandbox = createSandbox();
  const { status, body } = sandbox.request('createBooking', {
    body: bookingRequest({ test_scenario: scenario, ...more }),
  });
  expect(status).toBe(201);
  return { sandbox, id: body.id, booked: body };
}

/** Returns the status of each event that reports a change of the status. */
export const statuses = (events: Body[]): string[] =>
  events.filter(({ changes }) => changes.includes('status')).map(({ status }) => status);
