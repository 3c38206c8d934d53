import type { Operation } from '@delivery-api/specs/contract';
import { type ApiContract, apis, bookingRequest } from '../../shared/contracts.ts';
import { type MockServer, withMock } from '../../shared/mock-server.ts';
import { KeepAliveConnection, type RawResponse } from '../../shared/raw-http.ts';
import { checkResponse, parseJson } from '../../shared/response-check.ts';
import { sandboxControl } from '../../shared/sandbox-control.ts';
import { type Attack, type AttackContext, printable } from '../context.ts';
import { generateRequest, type RawRequest, type RequestKind } from '../fuzz-requests.ts';
import { pollutionMarker } from '../fuzz-values.ts';

const concurrency = 8;

/** Generated requests to every operation: valid, mutated, and fuzzed. */
export const fuzz: Attack = {
  name: 'fuzz',
  title: 'generated requests to every operation; each response is checked against the contract',
  run: (context) =>
    withMock(
      ['--quiet', '--seed', 'attack', '--start', '2026-11-20T18:00:00Z', '--max-entries', '500'],
      (mock) => fuzzOperations(mock, context),
    ),
};

interface Attempt {
  api: ApiContract;
  operation: Operation;
  kind: RequestKind;
  request: RawRequest;
}

/**
 * Sends generated requests to all operations of a mock.
 *
 * @returns the number of valid requests with a response below 500, and all responses by status
 */
export async function fuzzOperations(mock: MockServer, context: AttackContext): Promise<string> {
  const attempts = await generateAttempts(mock, context);
  const statuses = new Map<number, number>();
  let responsesToValid = 0;
  let next = 0;
  const worker = async (): Promise<void> => {
    const connection = new KeepAliveConnection(mock.port);
    for (;;) {
      const attempt = attempts[next++];
      if (attempt === undefined || !mock.isRunning()) break;
      context.count();
      const { bytes, method } = attempt.request;
      const response = await connection.send(bytes, method);
      if (typeof response !== 'string') {
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (attempt.kind === 'valid' && response.status < 500) responsesToValid++;
      }
      for (const defect of defectsOf(attempt, response)) context.report(defect, printable(bytes));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (!mock.isRunning()) context.report('the mock exited', mock.output().slice(-500));
  else {
    const log = await sandboxControl(mock.url)<{ path: string; response_findings?: string[] }[]>(
      'GET',
      '/requests?limit=1000',
    );
    for (const { path, response_findings = [] } of log)
      for (const finding of response_findings)
        context.report(`the mock reports a violation in its own response: ${finding}`, path);
  }
  const counts = [...statuses].sort(([a], [b]) => a - b).map((entry) => entry.join(': '));
  return `${responsesToValid} valid requests succeeded or were rejected; all responses by status: ${counts.join(', ')}`;
}

async function generateAttempts(
  mock: MockServer,
  { random, runs }: AttackContext,
): Promise<Attempt[]> {
  const ids = await createResources(mock);
  return Object.values(apis).flatMap((api) =>
    api.contract.operations.flatMap((operation) => {
      const segment = operation.path.split('/').find((one) => ids.has(one)) ?? '';
      return Array.from({ length: runs }, (_, run) => {
        const kind = run % 10 === 0 ? 'valid' : run % 10 < 5 ? 'mutated' : 'fuzzed';
        const request = generateRequest(api.name, operation, kind, random, ids.get(segment));
        return { api, operation, kind, request };
      });
    }),
  );
}

/** Creates bookings and orders. Returns their IDs by the path segment of their operations. */
async function createResources({ url, port }: MockServer): Promise<Map<string, string[]>> {
  const control = sandboxControl(url);
  const bookings: string[] = [];
  const orders: string[] = [];
  for (let count = 0; count < 20; count++) {
    const response = await fetch(`${url}/lastmile/acme/create_booking`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer test_attack',
        'Idempotency-Key': `setup-${port}-${count}`,
      },
      body: JSON.stringify(bookingRequest(`setup-${count}`)),
    });
    bookings.push(((await response.json()) as { id: string }).id);
    orders.push((await control<{ id: string }>('POST', '/orders')).id);
  }
  return new Map([
    ['get_booking_details', bookings],
    ['cancel_booking', bookings],
    ['orders', orders],
  ]);
}

function defectsOf(
  { api, operation, request: { method, bytes, requestsFailure } }: Attempt,
  response: RawResponse | 'closed' | 'timeout',
): string[] {
  if (response === 'timeout') return ['no response within ten seconds'];
  if (response === 'closed')
    return requestsFailure ? [] : ['the connection was closed without a response'];
  const { status, headers, text } = response;
  if (status >= 500 && !requestsFailure)
    return [`an unexpected ${status} response: ${text.slice(0, 300)}`];
  const isMethodOfOperation =
    method === operation.method.toUpperCase() || (method === 'HEAD' && operation.method === 'get');
  const { code } = (parseJson(text) ?? {}) as { code?: string };
  // A request that matches no operation gets a problem that operations need not document.
  const isRouted = code !== 'path_not_found' && (status < 400 || isMethodOfOperation);
  const defects = checkResponse(api, isRouted ? operation : undefined, response, method);
  if (text.includes(pollutionMarker) && !bytes.includes(pollutionMarker))
    defects.push('a prototype was polluted');
  if ('set-cookie' in headers || 'x-injected' in headers) defects.push('a header was injected');
  if (/\.[jt]s:\d+:\d+/.test(text)) defects.push('the response contains a stack trace');
  return defects.map((defect) => `${status} for ${method} ${operation.id}: ${defect}`);
}
