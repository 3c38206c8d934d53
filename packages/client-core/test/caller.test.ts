import { describe, expect, it } from 'vitest';
import { ApiError, createCaller, type OperationDefinition, UnexpectedAnswerError } from '../src/index.js';

const cancel: OperationDefinition = {
  id: 'cancelBooking',
  method: 'post',
  path: '/{partner_name}/cancel_booking',
  inPath: [],
  body: true,
  keyed: true,
};
const read: OperationDefinition = { id: 'getOrder', method: 'get', path: '/orders/{id}', inPath: ['id'], body: false, keyed: false };
const update: OperationDefinition = {
  id: 'setOrderStatus',
  method: 'post',
  path: '/orders/{id}/status',
  inPath: ['id'],
  body: true,
  keyed: true,
};
const problem = {
  type: 'https://docs.example/errors#gone',
  title: 'Gone',
  status: 410,
  detail: 'It is gone.',
  code: 'gone',
  request_id: 'req_12345678',
  retryable: false,
};

/** A client whose `fetch` records what is sent and gives the answers in turn. */
function stub(...answers: Response[]) {
  const sent: Request[] = [];
  const fetch = async (input: RequestInfo | URL) => {
    sent.push((input as Request).clone());
    return answers.shift() ?? Response.json({});
  };
  const call = createCaller({ baseUrl: 'https://api.example.com/v1/', token: 'test_1', fetch }, { partner_name: 'acme' });
  return { call, sent };
}

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
    await expect(call(read)({ id })).rejects.toThrow(/getOrder: id has to be an id.*Nothing was sent/);
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

  it('asks for the token each time when it is a function', async () => {
    const sent: (string | null)[] = [];
    let turn = 0;
    const fetch = async (input: RequestInfo | URL) => {
      sent.push((input as Request).headers.get('authorization'));
      return Response.json({});
    };
    const call = createCaller({ baseUrl: 'https://api.example.com', token: async () => `test_${++turn}`, fetch }, {});
    await call(read)({ id: 'ord_1' });
    await call(read)({ id: 'ord_1' });
    expect(sent).toEqual(['Bearer test_1', 'Bearer test_2']);
  });

  it('keeps its own headers when further ones collide', async () => {
    const { call, sent } = stub();
    await call(read)({ id: 'ord_1' }, { headers: { Authorization: 'Bearer other', Prefer: 'code=404' } });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer test_1');
    expect(sent[0]?.headers.get('prefer')).toBe('code=404');
  });

  it('is not sent when the signal is already aborted', async () => {
    const { call, sent } = stub();
    await expect(call(read)({ id: 'ord_1' }, { signal: AbortSignal.abort(new Error('changed my mind')) })).rejects.toThrow(
      'changed my mind',
    );
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
    const { call } = stub(Response.json({ id: 'ord_1' }));
    expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'ord_1' });
  });

  it('rejects with the problem of a refusal', async () => {
    const { call } = stub(Response.json(problem, { status: 410 }));
    const error = await call(read)({ id: 'ord_1' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 410, code: 'gone', requestId: 'req_12345678', operation: 'getOrder', problem });
    expect((error as ApiError).message).toBe('getOrder: 410 gone: It is gone. (request req_12345678)');
    expect(Object.keys(error as object)).not.toContain('response');
  });

  it('is typed by status in the result form, which does not throw', async () => {
    const { call } = stub(
      Response.json(problem, { status: 410 }),
      Response.json({ id: 'ord_1' }, { status: 200 }),
      new Response(null, { status: 304 }),
    );
    expect(await call(read).result({ id: 'ord_1' })).toMatchObject({ ok: false, status: 410, problem });
    expect(await call(read).result({ id: 'ord_1' })).toMatchObject({ ok: true, status: 200, data: { id: 'ord_1' } });
    expect(await call(read).result({ id: 'ord_1' }, { ifNoneMatch: '"a"' })).toMatchObject({ ok: false, status: 304 });
  });

  it.each([
    ['an empty body', new Response(null, { status: 500 })],
    ['an empty body with its length', new Response('', { status: 500, headers: { 'content-length': '0' } })],
    ['a page of a gateway', new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })],
    ['JSON that is no problem', Response.json({ error: 'nope' }, { status: 503 })],
  ])('is a failure when it is an error status with %s', async (_, response) => {
    const { call } = stub(response);
    const result = await call(read).result({ id: 'ord_1' });
    expect(result).toMatchObject({
      ok: false,
      status: response.status,
      problem: { code: 'unexpected_answer', status: response.status, retryable: true },
    });
  });

  it.each([
    ['a page', new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'text/html'],
    ['broken JSON', new Response('{"id":', { headers: { 'content-type': 'application/json' } }), 'application/json'],
    ['nothing', new Response(''), 'an empty body'],
  ])('is not taken for data when it is a success with %s', async (_, response, found) => {
    const { call } = stub(response);
    const error = await call(read)({ id: 'ord_1' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect((error as Error).message).toContain(found);
  });
});

describe('options', () => {
  it.each([
    ['no base address', { baseUrl: '', token: 'test_1' }, 'baseUrl'],
    ['a base address without a scheme', { baseUrl: 'localhost:4010', token: 'test_1' }, 'baseUrl'],
    ['no token', { baseUrl: 'https://api.example.com', token: '' }, 'token'],
  ])('are refused with %s', (_, options, named) => {
    expect(() => createCaller(options, {})).toThrow(new RegExp(`^${named} has to be`));
  });

  it('are refused when what is bound into the path would leave it', () => {
    expect(() => createCaller({ baseUrl: 'https://api.example.com', token: 'test_1' }, { partner_name: '..' })).toThrow(/partner_name/);
  });
});
