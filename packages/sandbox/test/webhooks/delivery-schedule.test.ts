import { describe, expect, it } from 'vitest';
import { nextAttemptDue } from '../../src/webhooks/delivery-schedule.ts';
import { retryAfter } from '../../src/webhooks/retry-after.ts';
import { schedule } from '../support/dispatcher.ts';

const lastmile = { ...schedule, delays_seconds: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] };
const marketplace = { ...schedule, delays_seconds: [0, 1, 2, 4], until: 'accept_by' as const };

/**
 * Returns the delays before the attempts of a delivery that always fails, in seconds.
 *
 * @param header the `Retry-After` of each response
 */
function waitsOf(eventId: string, header?: string): number[] {
  const waits: number[] = [];
  for (let scheduled = 0; ; scheduled++) {
    const wait = retryAfter(header, 0);
    const due = nextAttemptDue(lastmile, { eventId, scheduled }, 0, wait);
    if (due === undefined) return waits;
    waits.push(due / 1000);
  }
}

describe('the schedule of webhook attempts', () => {
  it('the schedule has the same number of attempts when the receiver always sends Retry-After', () => {
    const planned = waitsOf('evt_1');
    expect(planned.length).toBe(8);
    expect(waitsOf('evt_1', '100').slice(1)).toEqual(
      planned.slice(1).map((wait) => Math.max(wait, 100)),
    );
  });

  it('limits the delay from Retry-After to 3,600 seconds', () => {
    const planned = waitsOf('evt_1');
    expect(waitsOf('evt_1', '86400').slice(1)).toEqual(
      planned.slice(1).map((wait) => Math.max(wait, 3_600)),
    );
  });

  it('varies the delay of a Lastmile retry by up to 10 percent, reproducibly for each event', () => {
    const waits = Array.from({ length: 200 }, (_, index) => waitsOf(`evt_${index}`)[1] ?? 0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(4.5);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5.5);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(0.8);
    expect(waitsOf('evt_7')).toEqual(waitsOf('evt_7'));
  });

  it('does not vary Marketplace delays, and ends at accept_by despite Retry-After', () => {
    const delivery = { eventId: 'evt_1', scheduled: 2, until: 60_000 };
    expect(nextAttemptDue(marketplace, delivery, 0)).toBe(2_000);
    expect(nextAttemptDue(marketplace, delivery, 0, 60)).toBe(60_000);
    expect(nextAttemptDue(marketplace, delivery, 0, 61)).toBeUndefined();
  });
});
