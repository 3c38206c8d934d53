import { createLastmileClient } from '@delivery-api/lastmile-client';
import { startMock } from '@delivery-api/mock';
import { expect, it } from 'vitest';

it('the request log of the sandbox contains the client package, its version, and the attempt number', async () => {
  const lines: string[] = [];
  const mock = await startMock({ mode: 'sandbox', port: 0, log: (line) => lines.push(line) });
  try {
    mock.setFaults({
      operations: [{ operation: 'getStoreInfo', code: 'service_unavailable', times: 1 }],
    });
    const options = { baseUrl: mock.lastmile, partnerName: 'acme', token: 'test_token' };
    const id = 'sto_01JD3M7X9KQA';
    await createLastmileClient(options).getStoreInfo({ id });
    await createLastmileClient({ ...options, identification: false }).getStoreInfo({ id });
    const client = expect.stringMatching(/^delivery-api-lastmile-client\/\d+\.\d+\.\d+/);
    const [unnamed, retry, first] = mock.requests();
    expect([first, retry]).toMatchObject([
      { status: 503, client, attempt: 1 },
      { status: 200, client, attempt: 2 },
    ]);
    expect(unnamed).not.toHaveProperty('attempt');
    expect(lines.map((line) => / attempt (\d)/.exec(line)?.[1])).toEqual(['1', '2', undefined]);
  } finally {
    await mock.stop();
  }
});
