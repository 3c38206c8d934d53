import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mock, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const localAddress = 'http://localhost:4010';

interface Release {
  /** Compile errors that breaking contract changes cause, by file. All other files compile. */
  broken: Record<string, string[]>;
  /** Mode of the mock and expected output, by file. Files that are not listed are not run. */
  runs: Record<string, { mode: 'sandbox' | 'examples'; output: RegExp }>;
}

const cancelled =
  /^Estimate est_\w+: .+\nBooking bkg_\w+: .+\nNothing has changed since\.\nCancelled: cancelled\n$/;
const fixtures = (status: string): RegExp => new RegExp(`^${status}\\ntrue evt_\\w+\\n$`);

const received = /^ord_\w+ created\n204\n$/;

/** Returns code that delivers one event to the receiver of a README. */
const deliver = (name: string, event: string): string => `
import { events, signWebhook } from '@delivery-api/${name}-client/testing';
const { body, headers } = await signWebhook(events.${event}, { secret: secrets });
const request = new Request('https://receiver.example', { method: 'POST', body, headers });
console.log((await POST(request)).status);
`;
const drivers: Record<string, string> = {
  'lastmile-receiver.ts': deliver('lastmile', 'bookingUpdated.dinner_event_delivered'),
  'marketplace-receiver.ts': deliver('marketplace', 'order_created.dinner_event'),
};

const releases: Record<string, Release> = {
  '1.0.0-rc.2': {
    broken: {
      // Lastmile 1.0.0-rc.3 renames `booking_id` in the event to `id`.
      'lastmile-receiver.ts': [
        "error TS2339: Property 'booking_id' does not exist on type 'BookingUpdate'.",
      ],
      // Marketplace 1.0.0-rc.3 requires `type` in `submitMenu`.
      'marketplace-evening.ts': [
        "Property 'type' is missing in type '{…}' but required in type 'MenuSubmission'.",
      ],
    },
    runs: {
      'lastmile-dinner.ts': { mode: 'sandbox', output: cancelled },
      'lastmile-fixtures.ts': { mode: 'examples', output: fixtures('searching') },
      'lastmile-quickstart.ts': {
        mode: 'sandbox',
        output: /^Listening at .+\nserviceable\n.*\nsearching\ndelivered\n/,
      },
      'lastmile-readme.ts': { mode: 'sandbox', output: /^bkg_\w+ searching\n$/ },
      'marketplace-fixtures.ts': { mode: 'examples', output: fixtures('created') },
      'marketplace-quickstart.ts': {
        mode: 'sandbox',
        output: /^Listening at .+\n[\s\S]*\nsucceeded\naccepted\nready\ncompleted\n/,
      },
      'marketplace-readme.ts': { mode: 'examples', output: /^accepted \d+\n$/ },
      'marketplace-receiver.ts': { mode: 'examples', output: received },
    },
  },
  '1.0.0-rc.3': {
    broken: {},
    runs: {
      'lastmile-fixtures.ts': { mode: 'examples', output: fixtures('searching') },
      'lastmile-middleware.ts': { mode: 'examples', output: /^function\n$/ },
      'lastmile-readme.ts': { mode: 'sandbox', output: /^bkg_\w+ searching\n$/ },
      'lastmile-receiver.ts': { mode: 'examples', output: /^bkg_\w+ delivered\n204\n$/ },
      'marketplace-evening.ts': {
        mode: 'sandbox',
        output: /^Order \S+ [\s\S]*\nNow ready\nThe store is paused\n$/,
      },
      'marketplace-fixtures.ts': { mode: 'examples', output: fixtures('created') },
      'marketplace-logger.ts': { mode: 'examples', output: /^function\n$/ },
      'marketplace-readme.ts': {
        mode: 'sandbox',
        output: /^sto_01JD3M7X9KQA Canale Pizza Amsterdam\n$/,
      },
      'marketplace-receiver.ts': { mode: 'examples', output: received },
    },
  },
};

it('the list of releases contains every release with a folder', () => {
  const folders = readdirSync(import.meta.dirname).filter((name) => /^\d/.test(name));
  expect(Object.keys(releases)).toEqual(folders.sort());
});

describe.each(Object.entries(releases))('the programs of %s', (version, { broken, runs }) => {
  const folder = mkdtempSync(join(tmpdir(), 'compatibility-'));
  const mocks = new Map<string, Mock>();
  const programs = readdirSync(join(import.meta.dirname, version));

  beforeAll(async () => {
    cpSync(join(import.meta.dirname, version), folder, { recursive: true });
    symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
    const compilerOptions = {
      target: 'es2023',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const clock = { start: '2026-11-20T18:00:00Z' };
    mocks.set('sandbox', await startMock({ mode: 'sandbox', port: 0, clock }));
    mocks.set('examples', await startMock({ mode: 'examples', port: 0 }));
  });
  afterAll(async () => {
    for (const mock of mocks.values()) await mock.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs Node.js in the folder and returns the output. */
  const node = (words: string[], url = localAddress) =>
    new Promise<{ output: string; errors: string }>((resolve) => {
      const env = { ...process.env, SANDBOX_URL: url, NO_COLOR: '1', FORCE_COLOR: '0' };
      const options = { cwd: folder, env, timeout: 50_000 };
      execFile(process.execPath, words, options, (_, output, errors) =>
        resolve({ output, errors }),
      );
    });

  it('the programs compile, except for the errors that breaking contract changes cause', async () => {
    const { output } = await node([tsc, '-p', '.', '--pretty', 'false']);
    const found = output.split('\n').filter((line) => /^\S+\.ts\(/.test(line));
    const expected = Object.entries(broken);
    expect(found.map((line) => line.replace(/\(.*/, ''))).toEqual(expected.map(([file]) => file));
    const text = output.replace(/\{ .* \}/g, '{…}');
    for (const message of expected.flatMap(([, messages]) => messages))
      expect(text).toContain(message);
  });

  it('every program has an expected output or expected compile errors', () => {
    expect(Object.keys({ ...runs, ...broken }).sort()).toEqual(programs.sort());
  });

  it.each(Object.entries(runs))(
    'the programs run with the current mock: %s',
    async (program, run) => {
      const mock = mocks.get(run.mode) as Mock;
      const path = join(folder, program);
      const source = readFileSync(path, 'utf8');
      writeFileSync(path, source.replaceAll(localAddress, mock.url) + (drivers[program] ?? ''));
      const { output, errors } = await node([path], mock.url);
      expect(errors).toBe('');
      expect(output).toMatch(run.output);
    },
  );
});
