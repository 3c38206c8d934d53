import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wrongWith } from '@delivery-api/sandbox/webhooks/verify.ts';
import { listen as open, stopper } from '../http/listen.ts';
import { printable } from '../http/log-line.ts';
import { readBody } from '../http/read-body.ts';
import type { InterfaceName, RegisteredTargets } from '../public.ts';
import { addressOf, checkSecrets, type Line, portOf } from './arguments.ts';
import { type Ask, controlClient } from './control-client.ts';
import { createOutput, type Output, untilTheEnd } from './output.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * Receives events and prints them. Without a secret it registers itself with a running sandbox, and
 * leaves it again at its end.
 *
 * @returns the exit code, once it has ended
 */
export async function listen(line: Line): Promise<number> {
  const output = createOutput(line.has('json'));
  const given = line.values('secret');
  checkSecrets(given);
  const ask = controlClient(addressOf('url', line.value('url') ?? 'http://127.0.0.1:4010'));
  const known: string[] = [...(given ?? [])];
  const server = createServer((request, response) => {
    void receive(request, known, output).then((status) => response.writeHead(status).end());
  });
  const port = portOf(line.value('port') ?? '4011');
  await open(server, port, '127.0.0.1');
  const stop = stopper(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ended = untilTheEnd();
  try {
    const registered =
      given === undefined ? await register(ask, url, line.has('replace'), known, output) : [];
    output.print(`Listening at ${url}. Ctrl-C ends it.`, { url, registered });
    await ended;
    // The sandbox may have gone before us.
    if (registered.length > 0) await leave(ask, url, registered).catch(() => {});
  } finally {
    await stop();
  }
  return 0;
}

/** @returns the interfaces that send here because of this */
async function register(
  ask: Ask,
  url: string,
  replaces: boolean,
  known: string[],
  { print }: Output,
): Promise<InterfaceName[]> {
  const before = (await ask('GET', '/webhooks')) as RegisteredTargets;
  const names = Object.keys(before) as InterfaceName[];
  const own = names.filter((name) => before[name]?.url === url);
  const free = names.filter((name) => !own.includes(name) && (before[name] === null || replaces));
  for (const name of names.filter((one) => !own.includes(one) && !free.includes(one))) {
    print(`${name} sends its events to ${before[name]?.url}; --replace takes over.`, {
      interface: name,
      sends_to: before[name]?.url,
    });
  }
  const after = (await ask(
    'PUT',
    '/webhooks',
    Object.fromEntries(free.map((name) => [name, { url }])),
  )) as RegisteredTargets;
  known.push(...new Set([...own, ...free].flatMap((name) => after[name]?.secrets ?? [])));
  return free;
}

/** Another receiver may have taken over since; it is left alone. */
async function leave(ask: Ask, url: string, registered: readonly InterfaceName[]): Promise<void> {
  const now = (await ask('GET', '/webhooks')) as RegisteredTargets;
  const own = registered.filter((name) => now[name]?.url === url);
  await ask('PUT', '/webhooks', Object.fromEntries(own.map((name) => [name, null])));
}

async function receive(
  request: IncomingMessage,
  secrets: readonly string[],
  { paint, print }: Output,
): Promise<number> {
  if (request.method !== 'POST') return 405;
  const { bytes } = await readBody(request, maxBodyBytes, false);
  if (bytes === undefined) return 413;
  const body = bytes.toString('utf8');
  const now = Date.now();
  const wrong = wrongWith(request.headers, body, secrets, now / 1000);
  const status = wrong === undefined ? 204 : 401;
  const event = parsed(body);
  const verdict = wrong ?? 'verified';
  const line = [
    new Date(now).toTimeString().slice(0, 8),
    ...wordsOf(event),
    paint?.status(verdict, wrong === undefined ? 200 : 500) ?? verdict,
  ];
  print(line.join('  '), {
    at: new Date(now).toISOString(),
    verified: wrong === undefined,
    ...(wrong !== undefined && { wrong }),
    event: event ?? body,
  });
  return status;
}

interface Event {
  id?: unknown;
  type?: unknown;
  data?: { id?: unknown; booking_id?: unknown; status?: unknown; revision?: unknown };
}

function wordsOf(event: Event | undefined): string[] {
  if (event === undefined) return ['not JSON'];
  const { id, type, data } = event;
  return [type, data?.booking_id ?? data?.id, data?.status, `revision ${data?.revision}`, id].map(
    (word) => printable(String(word ?? '-')),
  );
}

function parsed(text: string): Event | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Event) : undefined;
  } catch {
    return undefined;
  }
}
