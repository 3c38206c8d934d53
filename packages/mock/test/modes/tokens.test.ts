import { describe, expect, it } from 'vitest';
import {
  operations,
  testContracts,
  validRequest,
} from '../../../sandbox/test/support/contracts.ts';
import { expectProblem } from '../support/expect-response.ts';
import { type Served, startSandbox } from '../support/sandbox.ts';

const liveTokenDetail = 'The sandbox does not accept live tokens.';

/**
 * Sends a valid request with a token. The resources in the request need not exist, because the
 * sandbox checks the token first.
 */
function sendWith(
  { sendRequest }: Served,
  { name, operation }: (typeof operations)[number],
  token: string,
) {
  const { headers, ...request } = validRequest(operation);
  return sendRequest({
    ...request,
    path: `/${name}${request.path}`,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
}

describe.each(operations)('$title', (one) => {
  const contract = testContracts.find(({ name }) => name === one.name);
  if (contract === undefined) throw new Error('unreachable');
  const isWrite = one.operation.permissions.some((permission) => permission.endsWith(':write'));

  it('accepts the token test_ alone or with further characters', async () => {
    const served = await startSandbox();
    for (const token of ['test_token', 'test_', 'test_a.b~c']) {
      const { status } = await sendWith(served, one, token);
      expect([token, status === 401 || status === 403]).toEqual([token, false]);
    }
    expect(served.mock.requests().flatMap(({ response_findings }) => response_findings)).toEqual(
      [],
    );
  });

  it.each([
    ['test_expired_long_ago', 'token_expired', 'whose identity begins with expired'],
    ['live_abc', 'unauthenticated', liveTokenDetail],
    ['abc', 'unauthenticated', 'prefix test_'],
  ])('rejects the token %s with 401 %s', async (token, code, detail) => {
    const served = await startSandbox();
    const response = await sendWith(served, one, token);
    expectProblem(contract, response, code);
    expect(response.json.detail).toContain(detail);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token"/);
    expect(served.mock.requests()[0]?.response_findings).toEqual([]);
  });

  it('allows only read operations for the token test_readonly', async () => {
    const served = await startSandbox();
    const response = await sendWith(served, one, 'test_readonly');
    if (!isWrite) return expect(response.status).not.toBe(403);
    expectProblem(contract, response, 'insufficient_permission');
    expect(response.json.required_permission).toBe(
      one.operation.permissions.find((permission) => permission.endsWith(':write')),
    );
    expect(response.headers['www-authenticate']).toContain(
      `scope="${response.json.required_permission}"`,
    );
  });

  it('rejects the token test_other for resources of a different partner or integration', async () => {
    const response = await sendWith(await startSandbox(), one, 'test_other');
    if (one.name === 'lastmile') {
      expectProblem(contract, response, 'partner_mismatch');
      expect(response.headers['www-authenticate']).toBe('Bearer');
    } else
      expect([response.status, response.json.code]).toEqual([
        404,
        expect.stringMatching(/^(order|store)_not_found$/),
      ]);
  });
});
