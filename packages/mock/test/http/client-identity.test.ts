import { expect, it } from 'vitest';
import { clientIdentity } from '../../src/http/client-identity.ts';
import { startMock } from '../../src/index.ts';

it.each([
  [{ 'user-agent': 'curl/8.5.0' }, 'curl/8.5.0', undefined],
  [{ 'user-agent': 'node' }, 'node', undefined],
  [{ 'user-agent': 'app/1.0 contract/1.0.0 Node.js/26.1.0 attempt/3' }, 'app/1.0', 3],
  [{ 'user-agent': 'Mozilla/5.0 (X11)', 'x-delivery-client': 'app/2 attempt/1' }, 'app/2', 1],
  [{ 'user-agent': 'app/1.0 attempt/0' }, 'app/1.0', undefined],
  [{ 'user-agent': '<b>app</b> attempt/2 now' }, undefined, undefined],
  [{ 'user-agent': `${'a'.repeat(101)}/1` }, 'a'.repeat(100), undefined],
  [{}, undefined, undefined],
])(
  'clientIdentity reads the client and the attempt from the headers %j',
  (headers, client, attempt) => {
    expect(clientIdentity(headers)).toEqual({ client, attempt });
  },
);

it('the request log contains the client and the attempt', async () => {
  const mock = await startMock({ mode: 'sandbox', port: 0 });
  try {
    const headers = { authorization: 'Bearer test_a', 'user-agent': 'app/1.0 attempt/2' };
    await fetch(`${mock.lastmile}/acme/get_store_info/sto_01JD3M7X9KQA`, { headers });
    await fetch(`${mock.url}/lastmile/nothing`, { headers: { 'user-agent': 'curl/8.5.0' } });
    const [second, first] = mock.requests();
    expect(first).toMatchObject({ status: 200, client: 'app/1.0', attempt: 2 });
    expect(second).toMatchObject({ status: 404, client: 'curl/8.5.0' });
    expect(second).not.toHaveProperty('attempt');
  } finally {
    await mock.stop();
  }
});
