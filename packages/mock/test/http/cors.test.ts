import { describe, expect, it } from 'vitest';
import { startMock } from '../../src/start-mock.ts';
import { afterTest } from '../support/sandbox.ts';
import { send } from '../support/send.ts';
import { json, lamp, useTinyContract } from '../support/use-tiny-contract.ts';

const { sendRequest, create, get, exchanges } = useTinyContract();

/** The only origin that the server of these tests allows. */
const allowed = 'http://docs.localhost:4000';
const things = '/lastmile/acme/things';

const preflight = (origin: string, path = things) =>
  sendRequest({
    method: 'OPTIONS',
    path,
    headers: {
      authorization: '',
      origin,
      'sec-fetch-site': 'cross-site',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });

const corsNames = (headers: Record<string, string>): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'));

describe('a page from an allowed origin', () => {
  it('gets permission for the method and the headers of its request', async () => {
    const { status, headers, text } = await preflight(allowed);
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': allowed,
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'authorization,content-type,idempotency-key',
      vary: 'Origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('can read responses and problems of the interfaces, with all headers', async () => {
    const headers = { origin: allowed, 'sec-fetch-site': 'same-site' };
    const responses = [
      await create(lamp, headers),
      await create({ name: 1 }, headers),
      await sendRequest({ path: '/lastmile/nothing', headers }),
      await sendRequest({ path: things, headers: { ...headers, ...json, authorization: '' } }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([201, 422, 404, 405]);
    for (const response of responses)
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': allowed,
        'access-control-expose-headers': '*',
      });
  });

  it('cannot call the control API', async () => {
    const response = await get('/_sandbox/health', { origin: allowed });
    expect([response.status, corsNames(response.headers)]).toEqual([400, []]);
    expect((await preflight(allowed, '/_sandbox/health')).status).toBe(400);
  });

  it('a preflight request adds no line to the log', async () => {
    const before = exchanges().length;
    await preflight(allowed);
    expect(exchanges()).toHaveLength(before);
  });
});

it.each(['http://docs.localhost:4001', 'https://docs.localhost:4000', 'null', `${allowed}.evil`])(
  'a page from %s gets no permission',
  async (origin) => {
    for (const response of [await preflight(origin), await get(things, { origin })])
      expect([response.status, corsNames(response.headers)]).toEqual([400, []]);
  },
);

it('responses to requests without an Origin header have no CORS headers', async () => {
  expect(corsNames((await create(lamp)).headers)).toEqual([]);
});

describe('https origins with the host of the mock', () => {
  const host = 'sandbox.example.com';
  const start = async (allowOrigins: string[]) => {
    const mock = await startMock({ allowHosts: [host], allowOrigins });
    afterTest(() => mock.stop());
    return (origin: string, path = '/_sandbox/clock') =>
      send({
        port: mock.port,
        method: path === '/' ? 'GET' : 'PUT',
        path,
        headers: { host, origin, 'content-type': 'application/json' },
        body: path === '/' ? undefined : '{}',
      });
  };

  it('an allowed https origin with the host of the mock can call the control API behind a TLS-terminating proxy', async () => {
    const sendFrom = await start([`https://${host}`, 'https://app.example.com']);
    expect((await sendFrom(`https://${host}`)).status).toBe(200);
    expect((await sendFrom(`https://${host}`, '/')).json.control).toBe(`https://${host}/_sandbox`);
    for (const origin of [`http://${host}`, 'https://app.example.com', 'https://evil.example'])
      expect((await sendFrom(origin)).status).toBe(400);
  });

  it('an https origin with the host of the mock is rejected if it is not allowed', async () => {
    const sendFrom = await start([]);
    expect((await sendFrom(`https://${host}`)).status).toBe(400);
    expect((await sendFrom(`http://${host}`)).status).toBe(200);
  });
});

it('the allowOrigins option sets the allowed origins, and rejects a URL with a path', async () => {
  const mock = await startMock({ mode: 'examples', allowOrigins: [allowed] });
  const { headers } = await send({
    port: mock.port,
    path: '/lastmile/acme/get_store_info/none',
    headers: { origin: allowed },
  });
  await mock.stop();
  expect(headers['access-control-allow-origin']).toBe(allowed);
  await expect(startMock({ allowOrigins: [`${allowed}/`] })).rejects.toThrow(
    'allowOrigins: expected an array of origins such as http://localhost:4000',
  );
});
