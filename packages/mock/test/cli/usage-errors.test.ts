import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../support/command.ts';
import { secret } from '../support/use-command.ts';

describe('the command line', () => {
  it.each([
    [
      ['order', '--scenari', 'x'],
      'Unknown option --scenari. Did you mean --scenario? See delivery-mock order --help.',
    ],
    [
      ['order', '--speed', '2'],
      '--speed is an option for delivery-mock start, not for delivery-mock order.',
    ],
    [['orders'], "Unknown command 'orders'. Did you mean order? See delivery-mock --help."],
    [
      ['advance'],
      'Specify either the ID of a booking or order, or --seconds N to advance the clock.',
    ],
    [
      ['advance', 'bkg_1', '--seconds', '5'],
      'Specify either the ID of a booking or order, or --seconds N to advance the clock.',
    ],
    [['advance', 'evt_1'], "'evt_1' is not the ID of a booking (bkg_…) or an order (ord_…)."],
    [
      ['advance', '--seconds', 'soon'],
      "--seconds must be a number from 0 to 31,622,400; got 'soon'.",
    ],
    [['trigger'], 'EVENT is missing. See delivery-mock trigger --help.'],
    [
      ['trigger', 'bookingUpdate', '--to', 'http://a.example'],
      "Unknown event 'bookingUpdate'. Did you mean bookingUpdated? Use bookingUpdated or order_created.",
    ],
    [
      ['trigger', 'order_created'],
      '--to is missing. Set the URL of the receiver, such as --to http://127.0.0.1:3000/hooks.',
    ],
    [
      ['trigger', 'order_created', '--to', 'ftp://a.example'],
      "--to must be an http or https URL, such as http://127.0.0.1:3000/hooks; got 'ftp://a.example'.",
    ],
    [
      ['trigger', 'order_created', '--to', 'http://a.example', '--secret', 'x'],
      "--secret must be whsec_ followed by the Base64 encoding of 24 to 64 bytes; got 'x'.",
    ],
    [
      ['listen', '--secret', 'x'],
      "--secret must be whsec_ followed by the Base64 encoding of 24 to 64 bytes; got 'x'.",
    ],
    [['--speed', '0'], "--speed must be a number from 0.01 to 100,000; got '0'."],
    [['--start', 'now'], "--start must be a time such as 2026-11-20T18:00:00Z; got 'now'."],
    [['--max-entries', '0'], "--max-entries must be an integer from 1 to 10,000,000; got '0'."],
    [
      ['--webhook', 'example'],
      "--webhook must be an http or https URL, such as http://127.0.0.1:3000/hooks; got 'example'.",
    ],
    [
      ['--webhook', 'http://a.example', '--secret', 'x'],
      "--secret must be whsec_ followed by the Base64 encoding of 24 to 64 bytes; got 'x'.",
    ],
    [
      ['--secret', secret],
      '--secret requires --webhook. Set the URL that receives the signed events.',
    ],
    [['--mode', 'examples', '--frozen'], '--frozen requires sandbox mode.'],
    [['reset', 'now'], "Unexpected argument 'now'. See delivery-mock reset --help."],
  ])('rejects the arguments %j with a one-line error and exit code 2', (args, message) => {
    const { status, stdout, stderr } = run(args);
    expect([status, stdout, stderr]).toEqual([2, '', `delivery-mock: ${message}\n`]);
  });

  it.each([
    ['/nowhere.json', /^\/nowhere\.json cannot be read \(ENOENT\)\.$/],
    ['README.md', /^README\.md is not JSON: .*\.$/],
    [
      'package.json',
      /^\d+ errors: \/data\/name is unknown; use one of lastmile, marketplace; .*; and \d+ more\.$/,
    ],
  ])('rejects --data %s with a one-line error and exit code 1', (file, message) => {
    const { status, stderr } = run(['--port', '0', '--data', file]);
    expect([status, stderr.trim().replace('delivery-mock: ', '')]).toEqual([
      1,
      expect.stringMatching(message),
    ]);
  });

  it('rejects --data with one line if the message of the parser has several lines', () => {
    const folder = mkdtempSync(join(tmpdir(), 'data-'));
    try {
      const file = join(folder, 'data.json');
      writeFileSync(file, '[1,\n oops]');
      const { status, stderr } = run(['--port', '0', '--data', file]);
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^delivery-mock: \S+ is not JSON: [^\n]+\.\n$/),
      ]);
      expect(stderr).toContain('is not valid JSON');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(['order', 'advance', 'trigger', 'listen', 'reset'])(
    '%s --help prints the usage and the exit codes, and --help lists the command',
    (command) => {
      const { status, stdout } = run([command, '--help']);
      expect([status, stdout.split('\n')[0]]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^Usage: delivery-mock ${command} `)),
      ]);
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
      expect(stdout).toMatch(/\nExit codes: 0 success, 1 failure, 2 usage error\n$/);
      expect(run(['--help']).stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    },
  );
});
