import { describe, expect, it } from 'vitest';
import { callOf, startProxied, startUpstream } from '../support/changing-upstream.ts';
import { type Prepared, reply, summaries } from '../support/proxy-messages.ts';

/** Returns the findings for one changed response. */
async function findingsOf(
  operation: string,
  status: number | undefined,
  change: (response: Prepared) => Prepared,
  sent: { path?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<string[]> {
  const { request, response } = callOf(operation, status);
  const real = await startUpstream(reply(change(response)));
  const { mock, sendRequest } = await startProxied({ [interfaceOf(request.path)]: real.url });
  await sendRequest({ ...request, ...sent, headers: { ...request.headers, ...sent.headers } });
  return summaries(mock.report().findings);
}

const interfaceOf = (path: string): string => path.split('/')[1] ?? '';
const unchanged = (response: Prepared): Prepared => response;
const withBody =
  (members: Record<string, unknown>) =>
  ({ body, ...response }: Prepared): Prepared => ({ ...response, body: { ...body, ...members } });
const withHeaders =
  (headers: Record<string, string>) =>
  (response: Prepared): Prepared => ({ ...response, headers: { ...response.headers, ...headers } });

describe('a response that is valid against its schema', () => {
  it.each(['2026-11-20T19:00:00.000+01:00', '2026-11-20T18:00:00Z'])(
    'a response is reported when a time is not in UTC with milliseconds: %s',
    async (time) => {
      expect(await findingsOf('getBookingDetails', 200, withBody({ created_at: time }))).toEqual([
        'response error /created_at time_not_utc',
      ]);
    },
  );

  it('a response is reported when retryable contradicts the error catalog', async () => {
    expect(await findingsOf('getBookingDetails', 404, withBody({ retryable: true }))).toEqual([
      'response error /retryable retryable_mismatch',
    ]);
  });

  it('a response is reported when request_id differs from Request-Id', async () => {
    const change = withHeaders({ 'Request-Id': 'req_another0' });
    expect(await findingsOf('getBookingDetails', 404, change)).toEqual([
      'response error /request_id request_id_mismatch',
    ]);
  });

  it('a 304 response is reported only if the request has no If-None-Match', async () => {
    expect(await findingsOf('getStore', 304, unchanged)).toEqual([
      'response error status unexpected_not_modified',
    ]);
    const sent = { headers: { 'if-none-match': '"a"' } };
    expect(await findingsOf('getStore', 304, unchanged, sent)).toEqual([]);
  });

  it('a response is reported when it has CORS headers', async () => {
    const change = withHeaders({ 'Access-Control-Allow-Origin': '*' });
    expect(await findingsOf('getBookingDetails', 200, change)).toEqual([
      'response error access-control-allow-origin cors',
    ]);
  });

  it('a duplicate key in a response is reported with its location', async () => {
    const { request, response: documented } = callOf('getBookingDetails');
    const text = JSON.stringify(documented.body).replace(
      '"city":',
      '"city" : "{\\"x\\": [", "city":',
    );
    const real = await startUpstream(
      (response) => void response.writeHead(200, documented.headers).end(text),
    );
    const { mock, sendRequest } = await startProxied({ lastmile: real.url });
    await sendRequest(request);
    expect(summaries(mock.report().findings)).toEqual([
      expect.stringMatching(/^response error \/\w+\/address\/city duplicate_key$/),
    ]);
  });
});

describe('the IDs in a response', () => {
  it('the ID in a response must match the ID in the path', async () => {
    expect(await findingsOf('getStore', 200, withBody({ id: 'sto_another' }))).toEqual([
      'response error /id identity_mismatch',
    ]);
    expect(await findingsOf('setOrderStatus', 200, withBody({ order_id: 'ord_other' }))).toEqual([
      'response error /order_id identity_mismatch',
    ]);
    expect(await findingsOf('setStoreStatus', 200, withBody({ store_id: 'sto_other' }))).toEqual([
      'response error /store_id identity_mismatch',
    ]);
  });

  it('the reference in a response must match the reference in the path', async () => {
    const read = (external_reference: string) =>
      findingsOf('getBookingDetails', 200, withBody({ external_reference }), {
        path: '/lastmile/acme/get_booking_details/ref:A-1',
      });
    expect(await read('A-1')).toEqual([]);
    expect(await read('A-2')).toEqual(['response error /external_reference identity_mismatch']);
  });

  it('each store in a submitMenu response must be one of the stores in the request', async () => {
    const { request } = callOf('submitMenu');
    const { store_ids: requested } = JSON.parse(request.body ?? '{}') as { store_ids: string[] };
    const change = (response: Prepared): Prepared => {
      const stores = response.body.stores as Record<string, unknown>[];
      return withBody({
        stores: stores.map((store, index) => ({
          ...store,
          store_id: index === 0 ? 'sto_other' : requested[0],
        })),
      })(response);
    };
    expect(await findingsOf('submitMenu', undefined, change)).toContain(
      'response error /stores/0/store_id identity_mismatch',
    );
  });
});

describe('the revision of a resource', () => {
  const readTwice = async (
    revisions: readonly number[],
    headers: Record<string, string> = {},
  ): Promise<string[]> => {
    const { request, response: documented } = callOf('getBookingDetails');
    let count = 0;
    const real = await startUpstream((response) => {
      const revision = revisions[count++];
      reply({
        ...documented,
        headers: { ...documented.headers, ...(count > 1 && headers) },
        body: { ...documented.body, revision },
      })(response);
    });
    const { mock, sendRequest } = await startProxied({ lastmile: real.url });
    for (const _ of revisions) await sendRequest(request);
    return summaries(mock.report().findings);
  };

  it('a revision is reported when it decreases', async () => {
    expect(await readTwice([7, 7, 8])).toEqual([]);
    expect(await readTwice([7, 6])).toEqual(['response error /revision revision_decreased']);
  });

  it('a revision may be lower in a replayed response', async () => {
    expect(await readTwice([7, 6], { 'Idempotency-Replayed': 'true' })).toEqual([]);
  });
});
