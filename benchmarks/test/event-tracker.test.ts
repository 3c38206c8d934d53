import { expect, test } from 'vitest';
import { EventTracker } from '../soak/event-tracker.ts';
import { Recorder } from '../soak/recorder.ts';

test('EventTracker finds the last event of a booking when the events arrive in reverse order', async () => {
  const tracker = new EventTracker(new Recorder());
  const event = { type: 'bookingUpdated', subject: 'bkg_1', body: '{}' };
  tracker.add({ ...event, id: 'evt_2', status: 'delivered' });
  tracker.add({ ...event, id: 'evt_1', status: 'courier_assigned' });
  void tracker.expect('bkg_1', (status) => status === 'delivered');
  expect(tracker.missing).toEqual([]);
});
