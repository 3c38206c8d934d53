import { describe, expect, it } from 'vitest';
import type { CallError, UnexpectedResponseError } from '../src/index.js';
import { cancel, problem, problemResponse, read } from './support/operations.js';
import { rejectionOf, type Step, stub } from './support/stub.js';

const messageOf = async (step: Step, options: object = {}): Promise<string> =>
  (await rejectionOf(stub([step], { maxRetries: 0, ...options }).call(cancel)({}))).message;
const connectionError = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code }) });
const html = (status: number) =>
  new Response('<html>Sorry</html>', { status, headers: { 'content-type': 'text/html' } });

describe('an error message', () => {
  it('replaces control characters in text from the service, and shortens it', async () => {
    const detail = `first\nsecond\u001b[31m\u202e${'x'.repeat(1_000_000)}`;
    const message = await messageOf(Response.json({ ...problem, detail }, { status: 410 }));
    expect(message).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(message).toContain('first second');
    expect(message.length).toBeLessThan(1_000);
  });

  it('does not contain the token if the service repeats it', async () => {
    const detail = 'Rejected header: Bearer live_0123456789.';
    const step = Response.json({ ...problem, detail }, { status: 410 });
    const message = await messageOf(step, { token: 'live_0123456789' });
    expect(message).toContain('Rejected header: Bearer [token].');
    expect(message).not.toContain('live_0123456789');
  });

  it('names the host of a failed connection', async () => {
    expect(await messageOf(connectionError('ECONNRESET'))).toContain(
      'no complete response from api.example.com (ECONNRESET) after 1 attempt.',
    );
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'CERT_HAS_EXPIRED'])(
    'states that a write had no effect after %s',
    async (code) => {
      expect(await messageOf(connectionError(code))).toMatch(/The call had no effect\.$/);
    },
  );

  it('states that a write may have taken effect if an earlier attempt was sent', async () => {
    const { call } = stub([connectionError('ECONNRESET'), connectionError('ECONNREFUSED')]);
    const error = await rejectionOf(call(cancel)({}, { maxRetries: 1 }));
    expect(error.message).toContain('The call may have taken effect');
  });

  it.each([
    [429, /The call had no effect\.$/],
    [403, /The call had no effect\.$/],
    [502, /The call may have taken effect/],
  ])(
    'the error for an HTML page with status %i states whether a write may have taken effect',
    async (status, text) => {
      expect(await messageOf(html(status))).toMatch(text);
    },
  );

  it('contains a finite delay if Retry-After has more digits than a number can represent', async () => {
    const step = problemResponse(429, 'rate_limited', { 'retry-after': '9'.repeat(400) });
    expect(await messageOf(step)).toContain('Try again in 2147483648 s.');
  });
});

describe('bodyText', () => {
  it('bodyText contains the start of an unexpected body, and toJSON omits it', async () => {
    const long = new Response(`<html>${'x'.repeat(50_000)}`, { status: 502 });
    const { call } = stub([html(502), long, html(200)], { maxRetries: 0 });
    const errors: UnexpectedResponseError[] = [];
    for (let count = 0; count < 3; count++)
      errors.push(await rejectionOf<UnexpectedResponseError>(call(read)({ id: 'ord_1' })));
    expect(errors.map(({ bodyText }) => bodyText.slice(0, 18))).toEqual([
      '<html>Sorry</html>',
      '<html>xxxxxxxxxxxx',
      '<html>Sorry</html>',
    ]);
    expect(errors[1]?.bodyText).toHaveLength(10_000);
    expect(JSON.stringify(errors)).not.toContain('Sorry');
  });

  it('bodyText contains the JSON of a body that is not a problem', async () => {
    const { call } = stub([Response.json({ error: 'nope' }, { status: 503 })], { maxRetries: 0 });
    const error = await rejectionOf<UnexpectedResponseError>(call(read)({ id: 'ord_1' }));
    expect(error.bodyText).toBe('{"error":"nope"}');
  });
});

describe('blocked ports', () => {
  it('a blocked port is not retried', async () => {
    const blocked = () =>
      Promise.reject(new TypeError('fetch failed', { cause: new Error('bad port') }));
    const { call, sent } = stub([blocked, blocked]);
    expect(await rejectionOf<CallError>(call(read)({ id: 'ord_1' }))).toMatchObject({
      name: 'ConnectionError',
      attempts: 1,
    });
    expect(sent).toHaveLength(1);
  });
});
