import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@delivery-api/sandbox';
import type { InterfaceName, RegisteredTargets } from '../api/types.ts';
import { createStop, listen as open } from '../http/listen.ts';
import { printable } from '../http/log-line.ts';
import { readBody } from '../http/read-body.ts';
import type { Line } from './arguments.ts';
import { controlClient, type SendControl } from './control-client.ts';
import { createOutput, type Output, waitForEnd } from './output.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * Receives events and prints them. Without a secret it registers itself with a running sandbox
 * while it runs.
 *
 * @returns the exit code, after it has stopped
 */
export async function listen(line: Line): Promise<number> {
  const output = createOutput(line.has('json'));
  const given = line.values('secret');
  const send = controlClient(line.value('url') ?? 'http://127.0.0.1:4010');
  const secrets: string[] = [...(given ?? [])];
  const server = createServer((request, response) => {
    void receive(request, secrets, output).then((status) => response.writeHead(status).end());
  });
  await open(server, Number(line.value('port') ?? 4011), '127.0.0.1');
  const stop = createStop(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ended = waitForEnd();
  try {
    const registered =
      given === undefined ? await register(send, url, line.has('replace'), secrets, output) : [];
    output.print(`Listening at ${url}. Ctrl-C ends it.`, { url, registered });
    await ended;
    // The sandbox may have stopped first.
    if (registered.length > 0) await unregister(send, url, registered).catch(() => {});
  } finally {
    await stop();
  }
  return 0;
}

/** @returns the interfaces that this call has registered */
async function register(
  send: SendControl,
  url: string,
  replaces: boolean,
  secrets: string[],
  { print }: Output,
): Promise<InterfaceName[]> {
  const before = (await send('GET', '/webhooks')) as RegisteredTargets;
  const names = Object.keys(before) as InterfaceName[];
  const own = names.filter((name) => before[name]?.url === url);
  const free = names.filter((name) => !own.includes(name) && (before[name] === null || replaces));
  for (const name of names.filter((one) => !own.includes(one) && !free.includes(one))) {
    print(`${name} sends its events to ${before[name]?.url}; --replace takes over.`, {
      interface: name,
      sends_to: before[name]?.url,
    });
  }
  const after = (await send(
    'PUT',
    '/webhooks',
    Object.fromEntries(free.map((name) => [name, { url }])),
  )) as RegisteredTargets;
  secrets.push(...new Set([...own, ...free].flatMap((name) => after[name]?.secrets ?? [])));
  return free;
}

/** Removes the registration, unless another receiver has replaced it. */
async function unregister(
  send: SendControl,
  url: string,
  registered: readonly InterfaceName[],
): Promise<void> {
  const now = (await send('GET', '/webhooks')) as RegisteredTargets;
  const own = registered.filter((name) => now[name]?.url === url);
  await send('PUT', '/webhooks', Object.fromEntries(own.map((name) => [name, null])));
}

async function receive(
  request: IncomingMessage,
  secrets: readonly string[],
  { colors, print }: Output,
): Promise<number> {
  if (request.method !== 'POST') return 405;
  const { bytes } = await readBody(request, maxBodyBytes, false);
  if (bytes === undefined) return 413;
  const body = bytes.toString('utf8');
  const now = Date.now();
  const wrong = verifyWebhook(request.headers, body, secrets, now / 1000);
  const status = wrong === undefined ? 204 : 401;
  const event = parseEvent(body);
  const result = wrong ?? 'verified';
  const line = [
    new Date(now).toTimeString().slice(0, 8),
    ...eventFields(event),
    colors?.status(result, wrong === undefined ? 200 : 500) ?? result,
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
  data?: { id?: unknown; status?: unknown; revision?: unknown };
}

function eventFields(event: Event | undefined): string[] {
  if (event === undefined) return ['not JSON'];
  const { id, type, data } = event;
  return [type, data?.id, data?.status, `revision ${data?.revision}`, id].map((field) =>
    printable(String(field ?? '-')),
  );
}

function parseEvent(text: string): Event | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Event) : undefined;
  } catch {
    return undefined;
  }
}
