import type { JsonObject } from '@delivery-api/specs/contract';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../sandbox/test/support/runs.ts';
import type { DeliveryRecord } from '../../src/api/types.ts';
import { startMock } from '../../src/start-mock.ts';
import { expectLegal, RandomRun } from '../support/random-run.ts';
import { lastmile, marketplace, step } from '../support/random-steps.ts';
import { startReceiver } from '../support/receiver.ts';
import { serving, startTime } from '../support/sandbox.ts';

/**
 * The numbers of failed attempts before the receiver accepts an event. The retry schedule in the
 * contract has more attempts.
 */
const failures = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 5 });

describe('random sequences of requests with random receiver failures', () => {
  it('random requests get valid responses and take effect only once, and no event is lost or changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 35 }),
        failures,
        fc.string({ maxLength: 5 }),
        async (steps, fails, seed) => {
          const mock = await startMock({
            mode: 'sandbox',
            seed,
            clock: { start: startTime, frozen: true },
          });
          const receiver = await startReceiver();
          try {
            const { lastmile: target } = mock.setWebhooks({
              lastmile: { url: receiver.url },
              marketplace: { url: receiver.url },
            });
            const verifier = new Webhook(target?.secrets[0] ?? '');
            const accepted = new Map<string, string[]>();
            const seen = new Map<string, number>();
            receiver.respond = (response, count) => {
              const { headers, body } = receiver.received[
                count - 1
              ] as (typeof receiver.received)[number];
              const id = String(headers['webhook-id']);
              if (!seen.has(id)) seen.set(id, fails[seen.size % fails.length] ?? 0);
              try {
                verifier.verify(body, headers);
              } catch {
                response.writeHead(400).end();
                return;
              }
              const left = seen.get(id) ?? 0;
              seen.set(id, left - 1);
              if (left > 0) response.writeHead(500).end();
              else {
                accepted.set(id, [...(accepted.get(id) ?? []), body]);
                response.writeHead(204).end();
              }
            };
            const run = new RandomRun(serving(mock));
            for (const one of steps) await run.take(one);
            // Run every scenario to its end.
            mock.setFaults({});
            await mock.advanceClock(60 * 3600);
            for (const bodies of accepted.values()) expect(new Set(bodies).size).toBe(1);
            for (const id of run.ids) {
              const resource = await run.read(id);
              if (resource === undefined) throw new Error(`${id} does not exist.`);
              const deliveries = mock.deliveries({ subject: id, limit: 1000 });
              expectLegal(id.startsWith('ord_') ? marketplace : lastmile, resource);
              if (id.startsWith('bkg_'))
                expectEveryRevisionOnce(resource, run.scenarioOf(id), deliveries, accepted);
              else expectOrderEvent(resource, deliveries, accepted);
            }
            const references = (
              mock.snapshot(1000).lastmile as { bookings: JsonObject[] }
            ).bookings.map((one) => `${one.external_reference} ${one.attempt}`);
            expect(new Set(references).size).toBe(references.length);
          } finally {
            await mock.stop();
            await receiver.stop();
          }
        },
      ),
      runs(25),
    );
  });
});

/**
 * Expects one received delivery for each revision of a booking after the first, except for the
 * revision that its scenario omits.
 */
function expectEveryRevisionOnce(
  booking: JsonObject,
  scenario: string | undefined,
  deliveries: readonly DeliveryRecord[],
  accepted: ReadonlyMap<string, string[]>,
): void {
  expect(deliveries.map(({ state }) => state)).toEqual(deliveries.map(() => 'received'));
  const revisions = deliveries
    .map(({ event_id }) => JSON.parse(accepted.get(event_id)?.[0] ?? '{}').data?.revision as number)
    .sort((a, b) => a - b);
  const all = Array.from({ length: Number(booking.revision) - 1 }, (_, index) => index + 2);
  const missing = all.filter((revision) => !revisions.includes(revision));
  expect(new Set(revisions).size).toBe(revisions.length);
  expect(revisions.every((revision) => all.includes(revision))).toBe(true);
  expect(missing.length).toBeLessThanOrEqual(scenario === 'webhook_missing' ? 1 : 0);
}

/**
 * Expects that the event of an order was received, or that its delivery stopped because the order
 * was no longer in the `placed` phase.
 */
function expectOrderEvent(
  order: JsonObject,
  deliveries: readonly DeliveryRecord[],
  accepted: ReadonlyMap<string, string[]>,
): void {
  const [delivery, ...others] = deliveries;
  expect(others).toEqual([]);
  if (delivery === undefined) throw new Error(`No event was created for ${order.id}.`);
  if (delivery.state === 'received')
    expect(accepted.get(delivery.event_id)?.length).toBeGreaterThan(0);
  else expect([delivery.state, order.phase === 'placed']).toEqual(['stopped', false]);
}
