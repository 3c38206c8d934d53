import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ClientDefinition, createClient, type FetchInit } from '../src/index.js';
import { cancel, problemResponse, read } from './support/operations.js';

interface TestClient {
  getOrder(input: object, options?: object): Promise<unknown>;
  cancelBooking(input: object, options?: object): Promise<unknown>;
  withOptions(options: object): TestClient;
}
const definition: ClientDefinition = {
  identity: { name: 'test-client', version: '1.2.3', contract: '1.1.0', environment: 'TESTING' },
  boundParameters: { partner_name: 'partnerName' },
  operations: [read, cancel],
};

/** Creates a client that records its requests and receives the given responses in order. */
function connect(options: object = {}, responses: Response[] = []) {
  const sent: { url: string; headers: Record<string, string> }[] = [];
  const fetch = async (url: string, { headers }: FetchInit) => {
    sent.push({ url, headers });
    return responses.shift() ?? Response.json({});
  };
  const client = createClient<TestClient>(definition, {
    baseUrl: 'https://api.example.com',
    token: 'test_1',
    partnerName: 'acme',
    fetch,
    ...options,
  } as object);
  return { client, sent };
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('identification', () => {
  it('sends the versions of the package, contract and runtime, and the attempt number', async () => {
    const failing = problemResponse(503, 'any', { 'retry-after': '0' });
    const { client, sent } = connect({}, [failing]);
    await client.getOrder({ id: 'ord_1' });
    const agents = sent.map(({ headers }) => headers['user-agent']);
    expect(agents[0]).toMatch(
      /^delivery-api-test-client\/1\.2\.3 contract\/1\.1\.0 Node\.js\/[\d.]+ attempt\/1$/,
    );
    expect(agents[1]).toBe(agents[0]?.replace(/1$/, '2'));
    expect(sent[0]?.headers).not.toHaveProperty('x-delivery-client');
  });

  it('sends the identification in X-Delivery-Client in browsers', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
    const { client, sent } = connect();
    await client.getOrder({ id: 'ord_1' });
    expect(sent[0]?.headers).not.toHaveProperty('user-agent');
    expect(sent[0]?.headers['x-delivery-client']).toBe(
      'delivery-api-test-client/1.2.3 contract/1.1.0 attempt/1',
    );
  });

  it('the identification can be turned off, or replaced with a User-Agent header', async () => {
    const { client, sent } = connect({ identification: false });
    await client.getOrder({ id: 'ord_1' });
    const own = connect({ headers: { 'User-Agent': 'till/7' } });
    await own.client.getOrder({ id: 'ord_1' });
    expect(sent[0]?.headers).not.toHaveProperty('user-agent');
    expect(own.sent[0]?.headers['user-agent']).toBe('till/7');
  });
});

describe('environment variables', () => {
  it('environment variables set the default base URL and token', async () => {
    vi.stubEnv('TESTING_BASE_URL', 'https://sandbox.example.com/v1/');
    vi.stubEnv('TESTING_TOKEN', 'test_environment');
    const { client, sent } = connect({ baseUrl: undefined, token: undefined });
    await client.getOrder({ id: 'ord_1' });
    expect(sent[0]?.url).toBe('https://sandbox.example.com/v1/orders/ord_1');
    expect(sent[0]?.headers.authorization).toBe('Bearer test_environment');
  });

  it('environment variables are not used if the options are given', async () => {
    vi.stubEnv('TESTING_BASE_URL', 'https://sandbox.example.com');
    vi.stubEnv('TESTING_TOKEN', 'test_environment');
    const { client, sent } = connect();
    await client.getOrder({ id: 'ord_1' });
    expect(sent[0]).toMatchObject({
      url: 'https://api.example.com/orders/ord_1',
      headers: { authorization: 'Bearer test_1' },
    });
  });
});

describe('withOptions', () => {
  it('creates a client that keeps the options that are not replaced', async () => {
    const { client, sent } = connect({ headers: { 'X-App': 'till' } });
    await client.withOptions({ partnerName: 'other' }).cancelBooking({});
    await client.cancelBooking({});
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.example.com/other/cancel_booking',
      'https://api.example.com/acme/cancel_booking',
    ]);
    expect(sent[0]?.headers['x-app']).toBe('till');
  });

  it('creates a client that shares token requests with the original client', async () => {
    let requests = 0;
    const token = async () => `test_${++requests}`;
    const { client, sent } = connect({ token });
    const other = client.withOptions({ maxRetries: 0 });
    await Promise.all([client.getOrder({ id: 'ord_1' }), other.getOrder({ id: 'ord_1' })]);
    expect(sent.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer test_1',
      'Bearer test_1',
    ]);
  });
});
