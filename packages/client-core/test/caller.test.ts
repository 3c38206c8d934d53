import { describe, expect, it } from 'vitest';
import { createCaller } from '../src/index.js';
import { cancel, problem, read, refusal, update } from './support/operations.js';
import { failureOf, stub } from './support/stub.js';

describe('a request', () => {
  it('fills the path from bound and given parameters, and sends the rest as JSON', async () => {
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

  it('has no body and no content type when it reads', async () => {
    const { call, sent } = stub();
    await call(read)({ id: 'ord_1' });
    expect(sent[0]?.body).toBeNull();
    expect(sent[0]?.headers.get('content-type')).toBeNull();
  });

  it('asks for JSON and for problems', async () => {
    const { call, sent } = stub();
    await call(read)({ id: 'ord_1' });
    expect(sent[0]?.headers.get('accept')).toBe('application/json, application/problem+json');
  });

  it('escapes an id', async () => {
    const { call, sent } = stub();
    await call(read)({ id: 'a/b?c' });
    expect(sent[0]?.url).toBe('https://api.example.com/v1/orders/a%2Fb%3Fc');
  });

  it.each(['.', '..', '', undefined, 7])('is never sent with %j as an id', async (id) => {
    const { call, sent } = stub();
    await expect(call(read)({ id })).rejects.toThrow(
      /^getOrder: id has to be a text that can stand in a path, not .*Nothing was sent/,
    );
    expect(sent).toEqual([]);
  });

  it('is never sent without an input where it needs one, and the complaint names what is missing', async () => {
    const { call, sent } = stub();
    await expect(call(read)()).rejects.toThrow(
      'getOrder: id has to be a text that can stand in a path, not undefined.',
    );
    expect(sent).toEqual([]);
  });

  it('carries a key of its own for each keyed call, or the given one', async () => {
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
    'is never sent with %j as a key',
    async (idempotencyKey) => {
      const { call, sent } = stub();
      await expect(call(cancel)({}, { idempotencyKey })).rejects.toThrow(
        /cancelBooking: idempotencyKey has to be.*Nothing was sent/,
      );
      expect(sent).toEqual([]);
    },
  );

  it('keeps its own headers when further ones collide, in whatever case', async () => {
    const { call, sent } = stub();
    await call(read)(
      { id: 'ord_1' },
      { headers: { authorization: 'Bearer other', ACCEPT: '*/*', Prefer: 'code=404' } },
    );
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer test_1');
    expect(sent[0]?.headers.get('accept')).toBe('application/json, application/problem+json');
    expect(sent[0]?.headers.get('prefer')).toBe('code=404');
  });

  it('is not sent with a header that cannot be one, and the complaint repeats no value', async () => {
    const { call, sent } = stub();
    const error = await failureOf(
      call(read)({ id: 'ord_1' }, { headers: { 'X-Secret': 'first\nsecond' } }),
    );
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe('getOrder: a header cannot be sent as it is. Nothing was sent.');
    expect(sent).toEqual([]);
  });

  it('leaves the given input as it was', async () => {
    const { call } = stub();
    const input = Object.freeze({ id: 'ord_1', status: 'accepted' });
    await call(update)(input);
    expect(input).toEqual({ id: 'ord_1', status: 'accepted' });
  });
});

describe('an answer', () => {
  it('resolves with the body of a success', async () => {
    const { call } = stub([Response.json({ id: 'ord_1' })]);
    expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'ord_1' });
  });

  it('is typed by status in the result form, which does not throw', async () => {
    const { call } = stub([
      refusal(410, 'gone'),
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

  it('comes with the HTTP answer, for its headers', async () => {
    const { call } = stub([Response.json({}, { headers: { location: '/bookings/bkg_1' } })]);
    const { response } = await call(read).result({ id: 'ord_1' });
    expect(response.headers.get('location')).toBe('/bookings/bkg_1');
  });
});

describe('options', () => {
  it.each([
    ['no base address', { baseUrl: '' }, 'baseUrl'],
    ['a base address without a scheme', { baseUrl: 'localhost:4010' }, 'baseUrl'],
    ['a base address that is no URL', { baseUrl: 'https://exa mple' }, 'baseUrl'],
    ['a base address with a query', { baseUrl: 'https://api.example.com/v1?a=1' }, 'baseUrl'],
    ['no token', { token: '' }, 'token'],
    ['a token with a line break', { token: 'test_1\n' }, 'token'],
    ['a negative number of retries', { maxRetries: -1 }, 'maxRetries'],
    ['a time-out of nothing', { timeoutMs: 0 }, 'timeoutMs'],
    ['a deadline that is no number', { deadlineMs: Number.NaN }, 'deadlineMs'],
  ])('are refused with %s', (_, options, named) => {
    const make = () =>
      createCaller({ baseUrl: 'https://api.example.com', token: 'test_1', ...options }, {});
    expect(make).toThrow(TypeError);
    expect(make).toThrow(new RegExp(`^${named} has to be`));
  });

  it('of one call are checked like those of the client', async () => {
    const { call, sent } = stub();
    await expect(call(read)({ id: 'ord_1' }, { timeoutMs: '10' as never })).rejects.toThrow(
      'timeoutMs has to be',
    );
    expect(sent).toEqual([]);
  });

  it('are refused when what is bound into the path would leave it', () => {
    expect(() =>
      createCaller({ baseUrl: 'https://api.example.com', token: 'test_1' }, { partner_name: '..' }),
    ).toThrow('options: partnerName has to be a text that can stand in a path, not "..".');
  });

  it('never come back in a complaint when they are secret', () => {
    const make = (options: object) => () =>
      createCaller({ baseUrl: 'https://api.example.com', token: 'test_1', ...options }, {});
    expect(make({ token: 'live_sécret' })).not.toThrow(/cret/);
    expect(make({ baseUrl: 'https://user:secret@api.example.com' })).not.toThrow(/secret/);
    expect(make({ baseUrl: 'https://user:secret@api.example.com' })).toThrow('baseUrl');
  });
});
