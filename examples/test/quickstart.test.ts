import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

const folder = join(import.meta.dirname, '../quickstart');
// At night, when the stores of the sandbox are closed: the page is read at any hour.
const night = '2026-11-21T03:00:00Z';
let mock: Sandbox;
beforeAll(async () => {
  mock = await startMock({
    mode: 'sandbox',
    port: 0,
    seed: 'quickstart',
    clock: { start: night, frozen: true },
  });
});
afterAll(() => mock.stop());

const steps = [
  'courier_assigned',
  'enroute_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'enroute_to_dropoff',
  'arrived_at_dropoff',
];

describe.each(['sh', 'ts'])('the quickstarts in .%s', (ending) => {
  it('go from an estimate to a delivered booking, with a verified event for each step', async () => {
    const { told, complaints } = await runProgram(`quickstart/lastmile.${ending}`, mock.url);
    expect(complaints).toBe('');
    expect(told).toMatch(
      /^Listening at .+\nserviceable\n\{ amount: \d+, currency: 'EUR' \}\nsearching\ndelivered\n/,
    );
    const events = told.split('\ndelivered\n')[1] ?? '';
    expect(events.match(new RegExp([...steps, 'delivered'].join('|'), 'g'))).toEqual([
      ...steps,
      'delivered',
    ]);
    if (ending === 'sh') expect(events.match(/ verified$/gm)).toHaveLength(7);
  });

  it('go from a new order to its end', async () => {
    const { told, complaints } = await runProgram(`quickstart/marketplace.${ending}`, mock.url);
    expect(complaints).toBe('');
    expect(told).toMatch(
      /^Listening at .+\n.*order_created +ord_\w+.* verified\nsucceeded\naccepted\nready\ncompleted\n/,
    );
    expect(told).toContain("[ 'created', 'accepted', 'ready', 'completed' ]");
  });

  it('leave nothing behind that listens', () => {
    expect(mock.webhooks()).toEqual({ lastmile: null, marketplace: null });
  });
});

describe('the steps of the quickstarts', () => {
  const regions = (file: string): string[] =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^(?:#|\/\/) region: (\S+)$/gm)].map(
      ([, name = '']) => name,
    );

  it.each(['lastmile', 'marketplace'])('are the same in both languages, for %s', (name) => {
    expect(regions(`${name}.sh`).length).toBeGreaterThan(5);
    expect(regions(`${name}.ts`)).toEqual(regions(`${name}.sh`));
  });

  it.each(['lastmile.sh', 'lastmile.ts', 'marketplace.sh', 'marketplace.ts'])(
    'reach the sandbox of `npm start`, in %s',
    (file) => {
      expect(readFileSync(join(folder, file), 'utf8')).toContain('http://localhost:4010');
    },
  );
});
