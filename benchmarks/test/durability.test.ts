import { describe, expect, it } from 'vitest';
import { Random } from '../../tools/random.ts';
import { Defects } from '../durability/defects.ts';
import { EventLog } from '../durability/event-log.ts';
import { runDurability } from '../durability/run.ts';
import { type ConfirmedBooking, Workload } from '../durability/workload.ts';
import { serveHttp } from '../shared/listen.ts';

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

describe('a read of a booking whose revision 1 is confirmed', () => {
  const newBooking = (): ConfirmedBooking => ({
    workspace: 'team-1',
    key: 'key-1',
    request: '{}',
    response: '{}',
    id: 'bkg_1',
    revision: 1,
  });

  it('reports a lower revision than an earlier read', async () => {
    const revisions = [3, 2];
    const server = await serveHttp((_, __, response) => {
      response.end(JSON.stringify({ status: 'pending', revision: revisions.shift() }));
    });
    try {
      const defects = new Defects();
      const workload = new Workload([server.url], new Random('test'), defects);
      const booking = newBooking();
      await workload.read(booking);
      await workload.read(booking);
      expect(defects.lines).toEqual(['revisions lost: 1', '  bkg_1: 2 after 3']);
    } finally {
      await server.stop();
    }
  });

  it('accepts the responses to overlapping reads in any order', async () => {
    let sendFirst: (() => void) | undefined;
    const server = await serveHttp((_, __, response) => {
      const send = (revision: number) => (): void => {
        response.end(JSON.stringify({ status: 'pending', revision }));
      };
      if (sendFirst === undefined) sendFirst = send(2);
      else send(3)();
    });
    try {
      const defects = new Defects();
      const workload = new Workload([server.url], new Random('test'), defects);
      const booking = newBooking();
      const reads = [workload.read(booking), workload.read(booking)];
      await Promise.race(reads);
      sendFirst?.();
      const revisions = (await Promise.all(reads)).map((read) => read?.revision);
      expect(revisions.sort()).toEqual([2, 3]);
      expect([defects.lines, booking.revision]).toEqual([[], 3]);
    } finally {
      await server.stop();
    }
  });
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
