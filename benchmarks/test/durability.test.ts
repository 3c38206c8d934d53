import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
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
  async function readerOf(respond: (response: ServerResponse) => void) {
    const server = await serveHttp((_, __, response) => respond(response));
    onTestFinished(server.stop);
    const defects = new Defects();
    const workload = new Workload([server.url], new Random('test'), defects);
    const booking: ConfirmedBooking = {
      workspace: 'team-1',
      key: 'key-1',
      request: '{}',
      response: '{}',
      id: 'bkg_1',
      revision: 1,
    };
    return { booking, defects, read: () => workload.read(booking) };
  }
  const body = (revision: number): string => JSON.stringify({ status: 'pending', revision });

  it('reports a lower revision than an earlier read', async () => {
    const bodies = [body(3), body(2)];
    const { defects, read } = await readerOf((response) => response.end(bodies.shift()));
    await read();
    await read();
    expect(defects.lines).toEqual(['revisions lost: 1', '  bkg_1: 2 after 3']);
  });

  it('accepts the responses to overlapping reads in any order', async () => {
    let first: ServerResponse | undefined;
    const { booking, defects, read } = await readerOf((response) => {
      if (first === undefined) first = response;
      else response.end(body(3));
    });
    const reads = [read(), read()];
    await Promise.race(reads);
    first?.end(body(2));
    const revisions = (await Promise.all(reads)).map((reply) => reply?.revision);
    expect(revisions.sort()).toEqual([2, 3]);
    expect([defects.lines, booking.revision]).toEqual([[], 3]);
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
