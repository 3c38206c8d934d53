import { expect, it } from 'vitest';
import type { Exchange } from '../../src/api/types.ts';
import { ansiColors, wantsColor } from '../../src/cli/colors.ts';
import { logLine } from '../../src/http/log-line.ts';

const exchange: Exchange = {
  at: '2026-11-20T12:00:05.000Z',
  requestId: 'req_1',
  method: 'GET',
  path: '/a',
  interface: 'lastmile',
  operation: 'getThing',
  status: 200,
  milliseconds: 1.26,
  code: undefined,
  findings: [],
  responseFindings: [],
};
const afterTheTime = (line: string): string => line.replace(/^.*?05\S* {2}/, '');

it('a log line contains the request, the status, the operation, the duration and the error', () => {
  expect(afterTheTime(logLine(exchange))).toBe('GET   /a  200  getThing  1.3 ms');
  expect(
    afterTheTime(
      logLine({
        ...exchange,
        operation: undefined,
        status: 404,
        code: 'path_not_found',
        findings: ['Nothing is there.'],
      }),
    ),
  ).toBe('GET   /a  404  -  1.3 ms  path_not_found: Nothing is there.');
});

it('a log line contains the client and the attempt if the client sends the attempt number', () => {
  const client = 'delivery-api-lastmile-client/1.0.0';
  expect(afterTheTime(logLine({ ...exchange, client, attempt: 2 }))).toBe(
    'GET   /a  200  getThing  1.3 ms  delivery-api-lastmile-client/1.0.0 attempt 2',
  );
  expect(afterTheTime(logLine({ ...exchange, client: undefined, attempt: 2 }))).toBe(
    'GET   /a  200  getThing  1.3 ms  unknown client attempt 2',
  );
  expect(afterTheTime(logLine({ ...exchange, client: 'curl/8.5.0' }))).toBe(
    'GET   /a  200  getThing  1.3 ms',
  );
});

it('a log line contains three findings and the number of further findings', () => {
  const line = logLine({
    ...exchange,
    status: 422,
    code: 'validation_failed',
    findings: ['a', 'b', 'c', 'd', 'e'],
  });
  expect(line).toMatch(/ {2}validation_failed: a; b; c; and 2 more$/);
});

it('a log line contains no line breaks or control characters that a client sent', () => {
  const line = logLine({
    ...exchange,
    path: '/\x9b31m',
    code: 'x',
    findings: ['/\x1b[2J\n\r\t is not known'],
  });
  expect(line).not.toMatch(/\p{Cc}/u);
});

it('a log line colors the status by its class', () => {
  const colorOf = (status: number): string | undefined =>
    new RegExp(`\\x1b\\[(\\d+)m${status}\\x1b\\[0m`).exec(
      logLine({ ...exchange, status }, ansiColors),
    )?.[1];
  expect([200, 304, 404, 500].map(colorOf)).toEqual(['32', '32', '33', '31']);
});

it.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('wantsColor(%j, %j) returns %j', (isTerminal, env, expected) => {
  expect(wantsColor(isTerminal, env)).toBe(expected);
});
