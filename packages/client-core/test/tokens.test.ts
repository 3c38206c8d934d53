import { describe, expect, it } from 'vitest';
import { ApiError, type TokenRequest } from '../src/index.js';
import { cancel, read, refusal, unkeyed } from './support/operations.js';
import { failureOf, stub } from './support/stub.js';

const bearers = (sent: Request[]) =>
  sent.map(({ headers }) => headers.get('authorization')?.replace('Bearer ', ''));

/**
 * A service that takes one token only, and a token function that hands them out in turn and records
 * what it was asked.
 */
function issuer(accepted: string, tokens: (string | Error)[]) {
  const asked: TokenRequest[] = [];
  const token = async (request: TokenRequest) => {
    asked.push(request);
    await Promise.resolve();
    const next = tokens.length > 1 ? tokens.shift() : tokens[0];
    if (next instanceof Error) throw next;
    return next as string;
  };
  const answer = (request: Request) =>
    request.headers.get('authorization') === `Bearer ${accepted}`
      ? Response.json({ ok: true })
      : refusal(401, 'token_expired');
  return {
    asked,
    ...stub(
      Array.from({ length: 50 }, () => answer),
      { token },
    ),
  };
}

describe('a token function', () => {
  it('is asked before each call, so that it decides how long a token is kept', async () => {
    const tokens = ['test_1', 'test_2'];
    const { call, sent } = stub([], { token: () => tokens.shift() as string });
    await call(read)({ id: 'ord_1' });
    await call(read)({ id: 'ord_1' });
    expect(bearers(sent)).toEqual(['test_1', 'test_2']);
  });

  it('is asked once by calls that run at the same time', async () => {
    const { asked, call, sent } = issuer('test_1', ['test_1']);
    await Promise.all(Array.from({ length: 10 }, () => call(read)({ id: 'ord_1' })));
    expect(asked).toEqual([{}]);
    expect(sent).toHaveLength(10);
  });

  it('is asked again once after a 401, told which token was refused, and the call is repeated', async () => {
    const { asked, call, sent } = issuer('test_2', ['test_1', 'test_2']);
    expect(await call(unkeyed)({ id: 'ord_1' })).toEqual({ ok: true });
    expect(asked).toEqual([{}, { refused: 'test_1' }]);
    expect(bearers(sent)).toEqual(['test_1', 'test_2']);
  });

  it('refreshes once for all calls that were refused together', async () => {
    const { asked, call } = issuer('test_2', ['test_1', 'test_2', 'test_3']);
    await Promise.all(Array.from({ length: 10 }, () => call(cancel)({})));
    expect(asked).toEqual([{}, { refused: 'test_1' }]);
  });

  it('is not asked again by a call that is refused after another one has refreshed', async () => {
    let release = () => {};
    const late = new Promise<Response>((resolve) => {
      release = () => resolve(refusal(401, 'token_expired'));
    });
    const asked: TokenRequest[] = [];
    const token = async (request: TokenRequest) => {
      asked.push(request);
      return request.refused ? 'test_2' : 'test_1';
    };
    const { call, sent } = stub([() => late, refusal(401, 'token_expired')], { token });
    const slow = call(read)({ id: 'slow' });
    const quick = call(read)({ id: 'quick' });
    await quick;
    release();
    await slow;
    expect(asked).toEqual([{}, { refused: 'test_1' }]);
    expect(bearers(sent)).toEqual(['test_1', 'test_1', 'test_2', 'test_2']);
  });

  it('is not asked by a call that begins while another one is refreshing: both take the new token', async () => {
    const asked: TokenRequest[] = [];
    let give = (_: string) => {};
    const token = (request: TokenRequest) => {
      asked.push(request);
      if (!request.refused) return 'test_1';
      return new Promise<string>((resolve) => {
        give = resolve;
      });
    };
    const { call, sent } = stub([() => refusal(401, 'token_expired')], { token });
    const first = call(read)({ id: 'ord_1' });
    while (asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const second = call(read)({ id: 'ord_2' });
    await new Promise((resolve) => setImmediate(resolve));
    give('test_2');
    await Promise.all([first, second]);
    expect(asked).toEqual([{}, { refused: 'test_1' }]);
    expect(bearers(sent)).toEqual(['test_1', 'test_2', 'test_2']);
  });

  it('gets no second chance in the same call', async () => {
    const { asked, call, sent } = issuer('none', ['test_1', 'test_2', 'test_3']);
    const error = await failureOf(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, code: 'token_expired', attempts: 2 });
    expect(asked).toHaveLength(2);
    expect(sent).toHaveLength(2);
  });

  it('that gives the refused token again ends the call without another request', async () => {
    const { call, sent } = issuer('none', ['test_1']);
    expect(await failureOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      status: 401,
      attempts: 1,
    });
    expect(sent).toHaveLength(1);
  });

  it('does not use up the retries: a refresh and two more attempts are possible', async () => {
    const busy = () => refusal(503, 'service_unavailable');
    const tokens = ['test_1', 'test_2'];
    const { call, sent } = stub([() => refusal(401, 'token_expired'), busy, busy], {
      token: () => tokens.shift() as string,
    });
    await call(cancel)({});
    expect(bearers(sent)).toEqual(['test_1', 'test_2', 'test_2', 'test_2']);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('that throws ends the call with just that, and the next call asks again', async () => {
    const { asked, call, sent } = issuer('test_1', [new Error('vault is sealed'), 'test_1']);
    await expect(call(read)({ id: 'ord_1' })).rejects.toThrow('vault is sealed');
    expect(sent).toHaveLength(0);
    await call(read)({ id: 'ord_1' });
    expect(asked).toHaveLength(2);
  });

  it.each([undefined, '', 7, 'with a space', 'with\nbreak', 'sécret'])(
    'that gives %j is refused without repeating it',
    async (token) => {
      const { call, sent } = stub([], { token: (() => token) as never });
      const error = await failureOf(call(read)({ id: 'ord_1' }));
      expect(error.message).toMatch(/^token has to be a bearer token.*Nothing was sent\.$/);
      expect(sent).toHaveLength(0);
    },
  );
});

describe('a fixed token', () => {
  it('is not tried again after a 401', async () => {
    const { call, sent } = stub([() => refusal(401, 'unauthenticated')]);
    expect(await failureOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      status: 401,
      attempts: 1,
    });
    expect(sent).toHaveLength(1);
  });
});
