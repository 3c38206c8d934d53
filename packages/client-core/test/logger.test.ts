import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger, type LogLevel } from '../src/logger/index.js';
import { cancel, problemResponse, read } from './support/operations.js';
import { type Step, stub } from './support/stub.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs calls with a logger and returns the lines that it writes. */
async function logged(logLevel: LogLevel | undefined, steps: Step[], calls = 1): Promise<string[]> {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const { call } = stub(steps, {
    token: 'secret-token',
    logger: createLogger({ logger, logLevel }),
  });
  for (let count = 0; count < calls; count++)
    await call(cancel)({ note: 'secret note' }, { headers: { 'X-Secret': 'secret-header' } }).catch(
      () => {},
    );
  return lines;
}

const calls: Step[] = [
  problemResponse(503, 'service_unavailable', { 'request-id': 'req_1' }),
  Response.json({ note: 'secret' }, { headers: { sunset: 'Sun, 31 Dec 2028 23:59:59 GMT' } }),
  problemResponse(410, 'gone'),
  new Response('<html>secret', { status: 501 }),
];
const lines = [
  'info delivery-api: cancelBooking attempt 1: 503 service_unavailable after 0 ms, request req_1; retry in 500 ms',
  'debug delivery-api: cancelBooking attempt 2: 200 after 0 ms',
  'warn delivery-api: cancelBooking is deprecated; it can be removed after 2028-12-31T23:59:59.000Z',
  'warn delivery-api: cancelBooking attempt 1: 410 gone after 0 ms',
  'error delivery-api: cancelBooking attempt 1: 501 unexpected_response after 0 ms',
];
const fresh = () => calls.map((step) => (step instanceof Response ? () => step.clone() : step));

describe('the logger', () => {
  it.each([
    ['debug', lines],
    ['info', [lines[0], ...lines.slice(2)]],
    ['warn', lines.slice(2)],
    ['error', lines.slice(4)],
    ['off', []],
  ] as const)(
    'writes only the messages that the level %s includes, without secrets',
    async (level, expected) => {
      const written = await logged(level, fresh(), 3);
      expect(written).toEqual(expected);
      expect(written.join()).not.toContain('secret');
    },
  );

  it('uses the level in DELIVERY_API_LOG, or warn by default', async () => {
    expect(await logged(undefined, fresh(), 3)).toEqual(lines.slice(2));
    vi.stubEnv('DELIVERY_API_LOG', 'error');
    expect(await logged(undefined, fresh(), 3)).toEqual(lines.slice(4));
  });

  it('names the error of an attempt without a response', async () => {
    expect(
      await logged('error', [new TypeError('secret'), new TypeError(), new TypeError()]),
    ).toEqual(['error delivery-api: cancelBooking attempt 3: ConnectionError after 0 ms']);
  });

  it('rejects an unknown level', () => {
    expect(() => createLogger({ logLevel: 'loud' as never })).toThrow(
      'logLevel must be one of debug, info, warn, error, off; got loud.',
    );
  });

  it('calls the `onAttempt` hooks of both the options and the logger', async () => {
    const seen: string[] = [];
    const { call } = stub([], {
      onAttempt: () => seen.push('option'),
      logger: { onAttempt: () => seen.push('logger') },
    });
    await call(read)({ id: 'ord_1' });
    expect(seen).toEqual(['option', 'logger']);
  });
});
