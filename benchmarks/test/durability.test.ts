import { expect, it } from 'vitest';
import { Defects } from '../durability/defects.ts';
import { EventLog } from '../durability/event-log.ts';
import { runDurability } from '../durability/run.ts';

const event = (id: string, revision: number, more: object = {}): string =>
  JSON.stringify({ id, data: { id: 'bkg_1', revision, ...more } });

it('the event log reports different bytes of an event, several events for a revision, and missing revisions', () => {
  const defects = new Defects();
  const log = new EventLog(defects);
  for (const body of [event('evt_1', 2), event('evt_1', 2), event('evt_3', 4)]) log.add(body);
  expect([log.received, log.repeated, defects.count]).toEqual([2, 1, 0]);
  expect(log.missing('bkg_1', 5)).toEqual([3, 5]);
  log.add(event('evt_1', 2, { eta: 'later' }));
  log.add(event('evt_4', 4));
  expect(defects.lines.filter((line) => !line.startsWith(' '))).toEqual([
    'events with different bytes: 1',
    'several events for one revision: 1',
  ]);
});

it('the durability test reports confirmed bookings and keys that a store in memory loses', async () => {
  const { defects } = await runDurability({
    store: 'memory',
    replicas: 1,
    kills: 1,
    seconds: 30,
    every: 1,
    seed: 'test',
    log: () => {},
  });
  const kinds = defects.lines.filter((line) => !line.startsWith(' '));
  expect(kinds.some((line) => line.startsWith('confirmed bookings lost'))).toBe(true);
  expect(kinds.some((line) => line.startsWith('keys that do not replay'))).toBe(true);
});
