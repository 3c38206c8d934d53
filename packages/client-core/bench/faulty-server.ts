import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request. Those that end in `after` make the booking first. */
export const faults = [
  'works',
  'resets before',
  'resets after',
  'hangs before',
  'hangs after',
  'breaks off after',
  'page with 200 after',
  'page with 502 before',
  'page with 504 after',
  'empty 500 before',
  'empty 500 after',
  'problem 503 before',
  'problem 500 after',
  'problem 429 in seconds',
  'problem 429 by date',
  'still running before',
  'refuses before',
] as const;
export type Fault = (typeof faults)[number];

/**
 * One intended booking: what the server will do with the first request for it, the second, and so
 * on; after that it works.
 */
export interface Plan {
  reference: string;
  faults: Fault[];
}

/** What the server has seen of one intended booking. */
export interface Seen {
  met: Fault[];
  /**
   * How often the handler acted, whatever the key: more than once is a booking that nobody wanted.
   */
  acted: number;
  keys: Set<string>;
  bodies: Set<string>;
}

/**
 * A server that books, keeps the contract's rule of the `Idempotency-Key`, and has every fault that
 * a network has.
 */
export async function startFaultyServer(
  plans: readonly Plan[],
): Promise<{ baseUrl: string; seen: ReadonlyMap<string, Seen>; stop(): Promise<void> }> {
  const byReference = new Map(plans.map((plan) => [plan.reference, plan]));
  const seen = new Map<string, Seen>(
    plans.map(({ reference }) => [
      reference,
      { met: [], acted: 0, keys: new Set(), bodies: new Set() },
    ]),
  );
  const booked = new Map<string, string>();

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { external_reference: reference } = JSON.parse(body) as { external_reference: string };
    const one = seen.get(reference) as Seen;
    const fault = byReference.get(reference)?.faults[one.met.length] ?? 'works';
    const key = String(request.headers['idempotency-key']);
    one.met.push(fault);
    one.keys.add(key);
    one.bodies.add(body);
    if (fault === 'works' || fault.endsWith('after')) {
      if (!booked.has(key)) {
        one.acted++;
        booked.set(key, JSON.stringify({ id: `bkg_${reference}`, external_reference: reference }));
      }
    }
    answer(fault, booked.get(key) ?? '', request, response);
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

function answer(
  fault: Fault,
  booking: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const send = (
    status: number,
    type: string | undefined,
    body: string,
    headers: Record<string, string> = {},
  ) => response.writeHead(status, { ...(type && { 'content-type': type }), ...headers }).end(body);
  const problem = (status: number, code: string, headers?: Record<string, string>) =>
    send(
      status,
      'application/problem+json',
      JSON.stringify({
        type: `https://docs.example/errors#${code}`,
        title: code,
        status,
        code,
        request_id: 'req_1',
        retryable: true,
      }),
      headers,
    );
  switch (fault) {
    case 'works':
      return void send(201, 'application/json', booking);
    case 'resets before':
    case 'resets after':
      return void request.socket.resetAndDestroy();
    case 'hangs before':
    case 'hangs after':
      return;
    case 'breaks off after':
      response.writeHead(201, {
        'content-type': 'application/json',
        'content-length': String(booking.length),
      });
      response.write(booking.slice(0, 10), () => request.socket.destroy());
      return;
    case 'page with 200 after':
      return void send(200, 'text/html', '<html>Welcome back</html>');
    case 'page with 502 before':
      return void send(502, 'text/html', '<html>Bad gateway</html>');
    case 'page with 504 after':
      return void send(504, 'text/html', '<html>Gateway time-out</html>');
    case 'empty 500 before':
    case 'empty 500 after':
      return void send(500, undefined, '');
    case 'problem 503 before':
      return void problem(503, 'service_unavailable', { 'retry-after': '2' });
    case 'problem 500 after':
      return void problem(500, 'internal_error');
    case 'problem 429 in seconds':
      return void problem(429, 'rate_limited', { 'retry-after': '3' });
    case 'problem 429 by date':
      return void problem(429, 'rate_limited', {
        'retry-after': new Date(Date.now() + 5000).toUTCString(),
      });
    case 'still running before':
      return void problem(409, 'idempotency_in_progress', { 'retry-after': '1' });
    case 'refuses before':
      return void problem(422, 'not_serviceable');
  }
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
