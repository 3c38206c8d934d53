import { describe, expect, it } from 'vitest';
import { run } from '../support/command.ts';
import { secret } from '../support/use-command.ts';

describe('the command line', () => {
  it.each([
    [
      ['order', '--scenari', 'x'],
      'There is no option --scenari. Did you mean --scenario? See delivery-mock order --help.',
    ],
    [['order', '--speed', '2'], '--speed belongs to delivery-mock start, not to order.'],
    [['orders'], "There is no command 'orders'. Did you mean order? See delivery-mock --help."],
    [['advance'], 'Say what to move: an ID, or the clock with --seconds N.'],
    [
      ['advance', 'bkg_1', '--seconds', '5'],
      'Say what to move: an ID, or the clock with --seconds N.',
    ],
    [
      ['advance', 'evt_1'],
      "'evt_1' is the id neither of a booking (bkg_…) nor of an order (ord_…).",
    ],
    [
      ['advance', '--seconds', 'soon'],
      "--seconds takes a number from 0 to 31,622,400, not 'soon'.",
    ],
    [['trigger'], 'EVENT is missing. See delivery-mock trigger --help.'],
    [
      ['trigger', 'bookingUpdate', '--to', 'http://a.example'],
      "There is no event 'bookingUpdate'. Did you mean bookingUpdated? There are bookingUpdated and order_created.",
    ],
    [
      ['trigger', 'order_created'],
      '--to is missing: say where to send it, such as --to http://127.0.0.1:3000/hooks.',
    ],
    [
      ['trigger', 'order_created', '--to', 'ftp://a.example'],
      "--to takes an http or https address, such as http://127.0.0.1:3000/hooks, not 'ftp://a.example'.",
    ],
    [
      ['trigger', 'order_created', '--to', 'http://a.example', '--secret', 'x'],
      "--secret takes whsec_ and the base64 of 24 to 64 bytes, not 'x'.",
    ],
    [
      ['listen', '--secret', 'x'],
      "--secret takes whsec_ and the base64 of 24 to 64 bytes, not 'x'.",
    ],
    [['--speed', '0'], "--speed takes a number from 0.01 to 100,000, not '0'."],
    [['--start', 'now'], "--start takes a time such as 2026-11-20T18:00:00Z, not 'now'."],
    [['--max-entries', '0'], "--max-entries takes a whole number from 1 to 10,000,000, not '0'."],
    [
      ['--webhook', 'example'],
      "--webhook takes an http or https address, such as http://127.0.0.1:3000/hooks, not 'example'.",
    ],
    [
      ['--webhook', 'http://a.example', '--secret', 'x'],
      "--secret takes whsec_ and the base64 of 24 to 64 bytes, not 'x'.",
    ],
    [
      ['--secret', secret],
      '--secret says what signs the events that go to --webhook; say where that is.',
    ],
    [['--mode', 'examples', '--frozen'], '--frozen needs the mode sandbox.'],
    [['reset', 'now'], "'now' is one word too many. See delivery-mock reset --help."],
  ])('refuses %j in one line', (args, message) => {
    const { status, stdout, stderr } = run(args);
    expect([status, stdout, stderr]).toEqual([2, '', `delivery-mock: ${message}\n`]);
  });

  it.each([
    ['/nowhere.json', /^\/nowhere\.json cannot be read \(ENOENT\)\.$/],
    ['README.md', /^README\.md is not JSON: .*\.$/],
    [
      'package.json',
      /^\d+ things are wrong: \/data\/name is not known here; lastmile, marketplace are; .*; and \d+ more\.$/,
    ],
  ])('refuses --data %s with 1', (file, message) => {
    const { status, stderr } = run(['--port', '0', '--data', file]);
    expect([status, stderr.trim().replace('delivery-mock: ', '')]).toEqual([
      1,
      expect.stringMatching(message),
    ]);
  });

  it.each(['order', 'advance', 'trigger', 'listen', 'reset'])(
    '%s --help prints usage, options and exit codes',
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
