import { describe, expect, it } from 'vitest';
import { type Middleware, use } from '../src/index.js';
import { cancel, problemResponse, read } from './support/operations.js';
import { rejectionOf, stub } from './support/stub.js';

const named = (name: string, log: string[]): Middleware => ({
  onRequest: ({ operation, attempt }) => void log.push(`${name} request ${operation} ${attempt}`),
  onResponse: ({ response }) => void log.push(`${name} response ${response.status}`),
  onError: ({ error }) => void log.push(`${name} error ${(error as Error).message}`),
});

describe('middleware', () => {
  it('runs for each attempt, in reverse order for responses and errors', async () => {
    const log: string[] = [];
    const { call } = stub([new TypeError('no route'), Response.json({ id: 'ord_1' })], {
      middleware: use(named('a', log), named('b', log)),
    });
    expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'ord_1' });
    expect(log).toEqual([
      'a request getOrder 1',
      'b request getOrder 1',
      'b error no route',
      'a error no route',
      'a request getOrder 2',
      'b request getOrder 2',
      'b response 200',
      'a response 200',
    ]);
  });

  it('can replace the headers of a request, and keeps its method and body', async () => {
    const { call, sent } = stub([], {
      middleware: use(
        { onRequest: ({ request }) => request.headers.set('x-trace', 't1') },
        { onRequest: ({ request }) => new Request(request, { headers: { 'x-new': '1' } }) },
        { onRequest: async () => {} },
      ),
    });
    await call(cancel)({ booking_id: 'bkg_1' });
    expect(sent[0]?.headers.get('x-new')).toBe('1');
    expect(sent[0]?.headers.has('authorization')).toBe(false);
    expect(sent[0]?.method).toBe('POST');
    expect(await sent[0]?.json()).toEqual({ booking_id: 'bkg_1' });
  });

  it('can respond without a request', async () => {
    const cached = { onRequest: () => Response.json({ id: 'cached' }) };
    const { call, sent } = stub([], { middleware: use(cached) });
    expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'cached' });
    expect(sent).toEqual([]);
  });

  it('can replace a response, and an error with a response or another error', async () => {
    const { call } = stub(
      [Response.json({ id: 'ord_1' }), new TypeError('first'), new TypeError('second')],
      {
        maxRetries: 0,
        middleware: use({
          onResponse: ({ response }) => (response.ok ? Response.json({ id: 'new' }) : undefined),
          onError: ({ error }) =>
            (error as Error).message === 'first' ? problemResponse(410, 'gone') : new Error('mine'),
        }),
      },
    );
    expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'new' });
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({ code: 'gone' });
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      name: 'ConnectionError',
      cause: { message: 'mine' },
    });
  });

  it.each(['onRequest', 'onResponse', 'onError'] as const)(
    'ends the call with a LocalError if %s throws',
    async (hook) => {
      const failing = async () => {
        throw new Error('cache is down');
      };
      const step = hook === 'onError' ? new TypeError('fetch failed') : Response.json({});
      const { call } = stub([step], { middleware: use({ [hook]: failing }) });
      const error = await rejectionOf(call(cancel)({}));
      expect(error).toMatchObject({
        name: 'LocalError',
        source: 'middleware',
        attempts: 1,
        cause: { message: 'cache is down' },
      });
      expect(error.message).not.toContain('cache is down');
    },
  );
});
