import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Sandbox, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './support/run-program.ts';

const folder = join(import.meta.dirname, '../quickstart');
// Most default stores are closed at night. The quickstarts must work at any time.
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

describe.each(['sh', 'ts'])('quickstart programs with the extension .%s', (extension) => {
  it('the Lastmile quickstart delivers a booking, with a verified event for each step', async () => {
    const { stdout, stderr } = await runProgram(`quickstart/lastmile.${extension}`, mock.url);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^Listening at .+\nserviceable\n\{ amount: \d+, currency: 'EUR' \}\nsearching\ndelivered\n/,
    );
    const events = stdout.split('\ndelivered\n')[1] ?? '';
    expect(events.match(new RegExp([...steps, 'delivered'].join('|'), 'g'))).toEqual([
      ...steps,
      'delivered',
    ]);
    if (extension === 'sh') expect(events.match(/ verified$/gm)).toHaveLength(7);
  });

  it('the Marketplace quickstart completes a new order', async () => {
    const { stdout, stderr } = await runProgram(`quickstart/marketplace.${extension}`, mock.url);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^Listening at .+\n.*order_created +ord_\w+.* verified\nsucceeded\naccepted\nready\ncompleted\n/,
    );
    expect(stdout).toContain("[ 'created', 'accepted', 'ready', 'completed' ]");
  });

  it('the quickstarts remove their webhook targets and receivers when they end', () => {
    expect(mock.webhooks()).toEqual({ lastmile: null, marketplace: null });
    expect(mock.receivers()).toEqual([]);
  });
});

it.each(['lastmile', 'marketplace'])(
  'the curl quickstart for %s ends with an error if the listener cannot start',
  async (name) => {
    const commands = mkdtempSync(join(tmpdir(), 'commands-'));
    writeFileSync(join(commands, 'npx'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const PATH = `${commands}${delimiter}${process.env.PATH}`;
    try {
      const run = runProgram(`quickstart/${name}.sh`, mock.url, { PATH });
      await expect(run).rejects.toMatchObject({ code: 1, stdout: '' });
    } finally {
      rmSync(commands, { recursive: true });
    }
  },
);

it('the curl quickstart for Lastmile works twice in the same second', async () => {
  const commands = mkdtempSync(join(tmpdir(), 'commands-'));
  writeFileSync(join(commands, 'date'), '#!/bin/sh\necho 1763755200\n', { mode: 0o755 });
  const PATH = `${commands}${delimiter}${process.env.PATH}`;
  try {
    for (let round = 0; round < 2; round += 1)
      expect((await runProgram('quickstart/lastmile.sh', mock.url, { PATH })).stderr).toBe('');
  } finally {
    rmSync(commands, { recursive: true });
  }
});

describe('quickstart steps', () => {
  const regions = (file: string): string[] =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^(?:#|\/\/) region: (\S+)$/gm)].map(
      ([, name = '']) => name,
    );

  it.each(['lastmile', 'marketplace'])(
    'the %s steps have the same names and order in both languages',
    (name) => {
      expect(regions(`${name}.sh`).length).toBeGreaterThan(5);
      expect(regions(`${name}.ts`)).toEqual(regions(`${name}.sh`));
    },
  );

  it.each(['lastmile.sh', 'lastmile.ts', 'marketplace.sh', 'marketplace.ts'])(
    'the sandbox URL of `npm start` occurs in %s',
    (file) => {
      expect(readFileSync(join(folder, file), 'utf8')).toContain('http://localhost:4010');
    },
  );
});
