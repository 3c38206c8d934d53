import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@delivery-api/sandbox';
import type { Receiver } from '../api/types.ts';
import { createStop, listen as open } from '../http/listen.ts';
import { printable } from '../http/log-line.ts';
import { readBody } from '../http/read-body.ts';
import type { Line } from './arguments.ts';
import { controlClient, type SendControl } from './control-client.ts';
import { createOutput, type Output, waitForEnd } from './output.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * Receives, verifies and prints events. Without a secret, it registers itself as a receiver with a
 * running sandbox until it stops.
 *
 * @returns the exit code, after it has stopped
 */
export async function listen(line: Line): Promise<number> {
  const output = createOutput(line.has('json'));
  const given = line.values('secret');
  const send = controlClient(line.value('url') ?? 'http://127.0.0.1:4010', line.value('workspace'));
  const secrets: string[] = [...(given ?? [])];
  const server = createServer((request, response) => {
    void receive(request, secrets, output).then((status) => response.writeHead(status).end());
  });
  await open(server, Number(line.value('port') ?? 4011), '127.0.0.1');
  const stop = createStop(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ended = waitForEnd();
  try {
    const registration = given === undefined ? await register(send, url) : undefined;
    secrets.push(...(registration?.receiver.secrets ?? []));
    const registered = registration?.receiver.interfaces ?? [];
    output.print(`Listening at ${url}. Press Control+C to stop.`, { url, registered });
    await ended;
    await registration?.end();
  } finally {
    await stop();
  }
  return 0;
}

/** Time after which the sandbox removes a receiver that sends no heartbeat. */
const expiresAfterSeconds = 15;
const heartbeatMs = 5_000;

/** Registers a receiver with the sandbox, and renews the registration until `end`. */
async function register(
  send: SendControl,
  url: string,
): Promise<{ receiver: Receiver; end: () => Promise<void> }> {
  const add = async (): Promise<Receiver> =>
    (await send('POST', '/receivers', {
      url,
      expires_after_seconds: expiresAfterSeconds,
    })) as Receiver;
  let receiver = await add();
  const timer = setInterval(() => {
    // A sandbox that was restarted or deleted no longer has the receiver.
    void send('PUT', `/receivers/${receiver.id}`)
      .catch(async () => {
        receiver = await add();
      })
      .catch(() => {});
  }, heartbeatMs);
  return {
    receiver,
    end: async () => {
      clearInterval(timer);
      // The sandbox may have stopped before this command.
      await send('DELETE', `/receivers/${receiver.id}`).catch(() => {});
    },
  };
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
