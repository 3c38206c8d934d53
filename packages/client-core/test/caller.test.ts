import { describe, expect, it } from 'vitest';
import { type ClientOptions, createCaller, createClient } from '../src/index.js';
import { cancel, problem, problemResponse, read, update } from './support/operations.js';
import { rejectionOf, stub } from './support/stub.js';

describe('a request', () => {
  it('sends path parameters in the path, and the other members as JSON in the body', async () => {
    const { call, sent } = stub();
    await call(update)({ id: 'ord_1', status: 'accepted', preparation_minutes: 15 });
    await call(cancel)({ booking_id: 'bkg_1' });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://api.example.com/v1/orders/ord_1/status',
      'POST https://api.example.com/v1/acme/cancel_booking',
    ]);
    expect(await sent[0]?.json()).toEqual({ status: 'accepted', preparation_minutes: 15 });
    expect(sent[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('sends a read request without a body or a content type', async () => {
    const { call, sent } = stub();
    await call(read)({ id: 'ord_1' });
    expect(sent[0]?.body).toBeNull();
    expect(sent[0]?.headers.get('content-type')).toBeNull();
  });

  it('sends an Accept header for JSON and problems', async () => {
    const { call, sent } = stub();
    await call(read)({ id: 'ord_1' });
    expect(sent[0]?.headers.get('accept')).toBe('application/json, application/problem+json');
  });

  it('escapes a path parameter', async () => {
    const { call, sent } = stub();
    await call(read)({ id: 'a/b?c' });
    expect(sent[0]?.url).toBe('https://api.example.com/v1/orders/a%2Fb%3Fc');
  });

  it.each(['.', '..', '', undefined, 7])(
    'rejects a path parameter that is empty, not a string, or a dot segment: %j',
    async (id) => {
      const { call, sent } = stub();
      await expect(call(read)({ id })).rejects.toThrow(
        /^getOrder: id must be a non-empty string other than `\.` and `\.\.`; got .*Nothing was sent\.$/,
      );
      expect(sent).toEqual([]);
    },
  );

  it('rejects a call without a required path parameter, and names the parameter in the error', async () => {
    const { call, sent } = stub();
    await expect(call(read)()).rejects.toThrow(
      'getOrder: id must be a non-empty string other than `.` and `..`; got undefined. Nothing was sent.',
    );
    expect(sent).toEqual([]);
  });

  it('sends the given or a generated idempotency key with a write, and none with a read', async () => {
    const { call, sent } = stub();
    await call(cancel)({});
    await call(cancel)({});
    await call(cancel)({}, { idempotencyKey: 'order-1042' });
    await call(read)({ id: 'ord_1' });
    const [first, second, third, none] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[\x21-\x7e]{8,128}$/);
    expect(second).not.toBe(first);
    expect(third).toBe('order-1042');
    expect(none).toBeNull();
  });

  it.each(['short', 'with a space', 'k'.repeat(129), 'umlaut-ü-1042', ''])(
    'rejects an invalid idempotency key: %j',
    async (idempotencyKey) => {
      const { call, sent } = stub();
      await expect(call(cancel)({}, { idempotencyKey })).rejects.toThrow(
        /cancelBooking: idempotencyKey must be.*Nothing was sent/,
      );
      expect(sent).toEqual([]);
    },
  );

  it('sends its own Authorization and Accept headers even if the options of the call contain others', async () => {
    const { call, sent } = stub();
    await call(read)(
      { id: 'ord_1' },
      { headers: { authorization: 'Bearer other', ACCEPT: '*/*', Prefer: 'code=404' } },
    );
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer test_1');
    expect(sent[0]?.headers.get('accept')).toBe('application/json, application/problem+json');
    expect(sent[0]?.headers.get('prefer')).toBe('code=404');
  });

  it('sends no request if a header is invalid, and does not include its value in the error', async () => {
    const { call, sent } = stub();
    const error = await rejectionOf(
      call(read)({ id: 'ord_1' }, { headers: { 'X-Secret': 'first\nsecond' } }),
    );
    expect(error).toMatchObject({ name: 'LocalError', source: 'input', attempts: 0 });
    expect(error.message).toBe(
      'getOrder: the header "X-Secret" contains invalid characters. Nothing was sent.',
    );
    expect(sent).toEqual([]);
  });

  it('does not change the input', async () => {
    const { call } = stub();
    const input = Object.freeze({ id: 'ord_1', status: 'accepted' });
    await call(update)(input);
    expect(input).toEqual({ id: 'ord_1', status: 'accepted' });
  });
});

describe('pages without HTTPS', () => {
  it('generates a random idempotency key without crypto.randomUUID', async () => {
    const original = crypto.randomUUID;
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    try {
      const { call, sent } = stub();
      await call(cancel)({});
      expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    } finally {
      Object.defineProperty(crypto, 'randomUUID', { value: original, configurable: true });
    }
  });
});

describe('headers', () => {
  it.each([
    ['a Headers object', new Headers({ Prefer: 'code=404' })],
    ['pairs', [['Prefer', 'code=404']] as const],
    ['a record with an undefined value', { Prefer: 'code=404', 'X-None': undefined }],
  ])('accepts the headers of a call as %s', async (_, headers) => {
    const { call, sent } = stub();
    await call(read)({ id: 'ord_1' }, { headers });
    expect(sent[0]?.headers.get('prefer')).toBe('code=404');
    expect(sent[0]?.headers.has('x-none')).toBe(false);
  });

  it('sends the headers of the client with every call, and headers of the call take precedence', async () => {
    const { call, sent } = stub([], { headers: { 'X-App': 'till', Prefer: 'code=200' } });
    await call(read)({ id: 'ord_1' }, { headers: { prefer: 'code=404' } });
    expect(sent[0]?.headers.get('x-app')).toBe('till');
    expect(sent[0]?.headers.get('prefer')).toBe('code=404');
  });
});

describe('base URLs', () => {
  it('a base URL can end with several slashes', async () => {
    const { call, sent } = stub([], { baseUrl: 'https://api.example.com/v1//' });
    await call(read)({ id: 'ord_1' });
    expect(sent[0]?.url).toBe('https://api.example.com/v1/orders/ord_1');
  });
});

describe('a response', () => {
  it('resolves with the body of a 2xx response', async () => {
    const { call } = stub([Response.json({ id: 'ord_1' })]);
    expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'ord_1' });
  });

  it('the result method resolves for a success, a problem and a 304 response', async () => {
    const { call } = stub([
      problemResponse(410, 'gone'),
      Response.json({ id: 'ord_1' }, { status: 200 }),
      new Response(null, { status: 304 }),
    ]);
    expect(await call(read).result({ id: 'ord_1' })).toMatchObject({
      ok: false,
      status: 410,
      problem,
    });
    expect(await call(read).result({ id: 'ord_1' })).toMatchObject({
      ok: true,
      status: 200,
      data: { id: 'ord_1' },
    });
    expect(await call(read).result({ id: 'ord_1' }, { ifNoneMatch: '"a"' })).toMatchObject({
      ok: false,
      status: 304,
    });
  });

  it('the result method includes the HTTP response', async () => {
    const { call } = stub([Response.json({}, { headers: { location: '/bookings/bkg_1' } })]);
    const { response } = await call(read).result({ id: 'ord_1' });
    expect(response.headers.get('location')).toBe('/bookings/bkg_1');
  });
});

describe('client options', () => {
  it.each([
    ['an empty base URL', { baseUrl: '' }, 'baseUrl'],
    ['a base URL without a scheme', { baseUrl: 'localhost:4010' }, 'baseUrl'],
    ['an invalid base URL', { baseUrl: 'https://exa mple' }, 'baseUrl'],
    ['a base URL with a query', { baseUrl: 'https://api.example.com/v1?a=1' }, 'baseUrl'],
    ['an empty token', { token: '' }, 'token'],
    ['a token with a line break', { token: 'test_1\n' }, 'token'],
    ['a negative number of retries', { maxRetries: -1 }, 'maxRetries'],
    ['a fractional number of retries', { maxRetries: 1.5 }, 'maxRetries'],
    ['a timeout of 0', { timeoutMs: 0 }, 'timeoutMs'],
    ['a deadline of NaN', { deadlineMs: Number.NaN }, 'deadlineMs'],
  ])('rejects client options with %s', (_, options, named) => {
    const make = () =>
      createCaller({ baseUrl: 'https://api.example.com', token: 'test_1', ...options }, {});
    expect(make).toThrow(TypeError);
    expect(make).toThrow(new RegExp(`^${named} must be`));
  });

  it('rejects a call with a timeout that is not a number', async () => {
    const { call, sent } = stub();
    await expect(call(read)({ id: 'ord_1' }, { timeoutMs: '10' as never })).rejects.toThrow(
      'timeoutMs must be',
    );
    expect(sent).toEqual([]);
  });

  it('rejects client options if a bound path parameter is `..`', () => {
    expect(() =>
      createClient(
        {
          identity: { name: 'client', version: '1.0.0', contract: '1.0.0', environment: 'CLIENT' },
          boundParameters: { partner_name: 'partnerName' },
          operations: [],
        },
        { baseUrl: 'https://api.example.com', token: 'test_1', partnerName: '..' } as ClientOptions,
      ),
    ).toThrow('partnerName must be a non-empty string other than `.` and `..`; got ".."');
  });

  it('the path of the base URL can contain an @ sign', () => {
    expect(() =>
      createCaller({ baseUrl: 'https://api.example.com/@acme/v1', token: 'test_1' }, {}),
    ).not.toThrow();
  });

  it('error messages do not contain the secrets of client options', () => {
    const make = (options: object) => () =>
      createCaller({ baseUrl: 'https://api.example.com', token: 'test_1', ...options }, {});
    expect(make({ token: 'live_sécret' })).not.toThrow(/cret/);
    expect(make({ baseUrl: 'https://user:secret@api.example.com' })).not.toThrow(/secret/);
    expect(make({ baseUrl: 'https://user:secret@api.example.com' })).toThrow('baseUrl');
  });
});
