import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Faults of the server. Those that end with `after` create the booking first. */
export const faults = [
  'none',
  'reset before',
  'reset after',
  'hang before',
  'hang after',
  'truncate after',
  'HTML 200 after',
  'HTML 502 before',
  'HTML 504 after',
  'empty 500 before',
  'empty 500 after',
  'problem 503 before',
  'problem 500 after',
  'problem 429 with seconds',
  'problem 429 with date',
  'in progress before',
  'rejected before',
] as const;
export type Fault = (typeof faults)[number];

/** One booking and the faults of its requests, in order. Later requests have no fault. */
export interface Plan {
  reference: string;
  faults: Fault[];
}

/** Record of the requests for one booking. */
export interface Seen {
  /** Fault of each request, in order. */
  met: Fault[];
  /** How often the server created the booking; more than once is a duplicate. */
  created: number;
  /** Idempotency keys of the requests. */
  keys: Set<string>;
  /** Bodies of the requests. */
  bodies: Set<string>;
}

/** Starts a booking server with idempotency keys and faults. */
export async function startFaultyServer(
  plans: readonly Plan[],
): Promise<{ baseUrl: string; seen: ReadonlyMap<string, Seen>; stop(): Promise<void> }> {
  const byReference = new Map(plans.map((plan) => [plan.reference, plan]));
  const seen = new Map<string, Seen>(
    plans.map(({ reference }) => [
      reference,
      { met: [], created: 0, keys: new Set(), bodies: new Set() },
    ]),
  );
  const bookings = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { external_reference: reference } = JSON.parse(body) as { external_reference: string };
    const record = seen.get(reference) as Seen;
    const fault = byReference.get(reference)?.faults[record.met.length] ?? 'none';
    const key = String(request.headers['idempotency-key']);
    record.met.push(fault);
    record.keys.add(key);
    record.bodies.add(body);
    if ((fault === 'none' || fault.endsWith('after')) && !bookings.has(key)) {
      record.created++;
      bookings.set(key, JSON.stringify({ id: `bkg_${reference}`, external_reference: reference }));
    }
    respond(fault, bookings.get(key) ?? '', request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond(
  fault: Fault,
  booking: string,
  request: IncomingMessage,
  response: ServerResponse,
): unknown {
  const send = (status: number, type: string | undefined, body: string, headers = {}): void =>
    void response
      .writeHead(status, { ...(type && { 'content-type': type }), ...headers })
      .end(body);
  const sendProblem = (status: number, code: string, retryAfter?: string): void => {
    const type = `https://docs.example/errors#${code}`;
    const problem = { type, title: code, status, code, request_id: 'req_1', retryable: true };
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    send(status, 'application/problem+json', JSON.stringify(problem), headers);
  };
  switch (fault) {
    case 'none':
      return send(201, 'application/json', booking);
    case 'reset before':
    case 'reset after':
      return request.socket.resetAndDestroy();
    case 'hang before':
    case 'hang after':
      return undefined;
    case 'truncate after':
      response.writeHead(201, {
        'content-type': 'application/json',
        'content-length': String(booking.length),
      });
      return response.write(booking.slice(0, 10), () => request.socket.destroy());
    case 'HTML 200 after':
      return send(200, 'text/html', '<html>Welcome back</html>');
    case 'HTML 502 before':
      return send(502, 'text/html', '<html>Bad gateway</html>');
    case 'HTML 504 after':
      return send(504, 'text/html', '<html>Gateway time-out</html>');
    case 'empty 500 before':
    case 'empty 500 after':
      return send(500, undefined, '');
    case 'problem 503 before':
      return sendProblem(503, 'service_unavailable', '2');
    case 'problem 500 after':
      return sendProblem(500, 'internal_error');
    case 'problem 429 with seconds':
      return sendProblem(429, 'rate_limited', '3');
    case 'problem 429 with date':
      return sendProblem(429, 'rate_limited', new Date(Date.now() + 5000).toUTCString());
    case 'in progress before':
      return sendProblem(409, 'idempotency_in_progress', '1');
    case 'rejected before':
      return sendProblem(422, 'not_serviceable');
  }
}
