import { describe, expect, it } from 'vitest';
import { ApiError, type TokenRequest } from '../src/index.js';
import { cancel, problemResponse, read, unkeyed } from './support/operations.js';
import { rejectionOf, stub } from './support/stub.js';

const bearers = (sent: Request[]) =>
  sent.map(({ headers }) => headers.get('authorization')?.replace('Bearer ', ''));

/** Creates a service that accepts one token, and a token function that records its arguments. */
function issuer(accepted: string, tokens: (string | Error)[]) {
  const requests: TokenRequest[] = [];
  const token = async (request: TokenRequest) => {
    requests.push(request);
    await Promise.resolve();
    const next = tokens.length > 1 ? tokens.shift() : tokens[0];
    if (next instanceof Error) throw next;
    return next as string;
  };
  const respond = (request: Request) =>
    request.headers.get('authorization') === `Bearer ${accepted}`
      ? Response.json({ ok: true })
      : problemResponse(401, 'token_expired');
  return {
    requests,
    ...stub(
      Array.from({ length: 50 }, () => respond),
      { token },
    ),
  };
}

describe('token functions', () => {
  it('a token function is called again for each sequential call', async () => {
    const tokens = ['test_1', 'test_2'];
    const { call, sent } = stub([], { token: () => tokens.shift() as string });
    await call(read)({ id: 'ord_1' });
    await call(read)({ id: 'ord_1' });
    expect(bearers(sent)).toEqual(['test_1', 'test_2']);
  });

  it('a token function is called once for concurrent calls', async () => {
    const { requests, call, sent } = issuer('test_1', ['test_1']);
    await Promise.all(Array.from({ length: 10 }, () => call(read)({ id: 'ord_1' })));
    expect(requests).toEqual([{}]);
    expect(sent).toHaveLength(10);
  });

  it('a token function is called again with the rejected token after a 401, and the call is retried', async () => {
    const { requests, call, sent } = issuer('test_2', ['test_1', 'test_2']);
    expect(await call(unkeyed)({ id: 'ord_1' })).toEqual({ ok: true });
    expect(requests).toEqual([{}, { refused: 'test_1' }]);
    expect(bearers(sent)).toEqual(['test_1', 'test_2']);
  });

  it('refreshes an expired token once when several calls run concurrently', async () => {
    const { requests, call } = issuer('test_2', ['test_1', 'test_2', 'test_3']);
    await Promise.all(Array.from({ length: 10 }, () => call(cancel)({})));
    expect(requests).toEqual([{}, { refused: 'test_1' }]);
  });

  it('a call that is rejected after another call refreshed the token is retried with that token', async () => {
    let release = () => {};
    const late = new Promise<Response>((resolve) => {
      release = () => resolve(problemResponse(401, 'token_expired'));
    });
    const requests: TokenRequest[] = [];
    const token = async (request: TokenRequest) => {
      requests.push(request);
      return request.refused ? 'test_2' : 'test_1';
    };
    const { call, sent } = stub([() => late, problemResponse(401, 'token_expired')], { token });
    const slow = call(read)({ id: 'slow' });
    const quick = call(read)({ id: 'quick' });
    await quick;
    release();
    await slow;
    expect(requests).toEqual([{}, { refused: 'test_1' }]);
    expect(bearers(sent)).toEqual(['test_1', 'test_1', 'test_2', 'test_2']);
  });

  it('a token function is not called for a call that starts during a refresh', async () => {
    const requests: TokenRequest[] = [];
    let give = (_: string) => {};
    const token = (request: TokenRequest) => {
      requests.push(request);
      if (!request.refused) return 'test_1';
      return new Promise<string>((resolve) => {
        give = resolve;
      });
    };
    const { call, sent } = stub([() => problemResponse(401, 'token_expired')], { token });
    const first = call(read)({ id: 'ord_1' });
    while (requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const second = call(read)({ id: 'ord_2' });
    await new Promise((resolve) => setImmediate(resolve));
    give('test_2');
    await Promise.all([first, second]);
    expect(requests).toEqual([{}, { refused: 'test_1' }]);
    expect(bearers(sent)).toEqual(['test_1', 'test_2', 'test_2']);
  });

  it('a token function is called for a refresh only once per call', async () => {
    const { requests, call, sent } = issuer('none', ['test_1', 'test_2', 'test_3']);
    const error = await rejectionOf(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, code: 'token_expired', attempts: 2 });
    expect(requests).toHaveLength(2);
    expect(sent).toHaveLength(2);
  });

  it('ends the call without another request if the token function returns the rejected token', async () => {
    const { call, sent } = issuer('none', ['test_1']);
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      status: 401,
      attempts: 1,
    });
    expect(sent).toHaveLength(1);
  });

  it('does not count a refresh as a retry', async () => {
    const busy = () => problemResponse(503, 'service_unavailable');
    const tokens = ['test_1', 'test_2'];
    const { call, sent } = stub([() => problemResponse(401, 'token_expired'), busy, busy], {
      token: () => tokens.shift() as string,
    });
    await call(cancel)({});
    expect(bearers(sent)).toEqual(['test_1', 'test_2', 'test_2', 'test_2']);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('a token function that throws ends the call with a LocalError, and is called again for the next call', async () => {
    const { requests, call, sent } = issuer('test_1', [new Error('vault is sealed'), 'test_1']);
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      name: 'LocalError',
      source: 'token',
      cause: { message: 'vault is sealed' },
    });
    expect(sent).toHaveLength(0);
    await call(read)({ id: 'ord_1' });
    expect(requests).toHaveLength(2);
  });

  it.each([undefined, '', 7, 'with a space', 'with\nbreak', 'sécret'])(
    'a call rejects if the token function returns %j, and the error does not contain the token',
    async (token) => {
      const { call, sent } = stub([], { token: (() => token) as never });
      const error = await rejectionOf(call(read)({ id: 'ord_1' }));
      expect(error.message).toBe(
        'getOrder: token must be visible ASCII characters, or a function that returns them. Nothing was sent.',
      );
      expect(sent).toHaveLength(0);
    },
  );
});

describe('a fixed token', () => {
  it('a request with a fixed token is not retried after a 401', async () => {
    const { call, sent } = stub([() => problemResponse(401, 'unauthenticated')]);
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      status: 401,
      attempts: 1,
    });
    expect(sent).toHaveLength(1);
  });
});
