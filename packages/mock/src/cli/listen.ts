import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@delivery-api/sandbox';
import { createStop, listen as open } from '../http/listen.ts';
import { printable } from '../http/log-line.ts';
import { readBody } from '../http/read-body.ts';
import type { CommandLine } from './arguments.ts';
import { controlClient } from './control-client.ts';
import { createOutput, type Output, waitForEnd } from './output.ts';
import { registerReceiver } from './register-receiver.ts';

const maxBodyBytes = 1024 * 1024;

/**
 * Receives, verifies and prints events. Without `--secret`, registers as a receiver with a running
 * sandbox, and removes the receiver when the command stops.
 *
 * @returns the exit code, after the command has stopped
 */
export async function listen(line: CommandLine): Promise<number> {
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
    const registration =
      given === undefined
        ? await registerReceiver(send, url, {
            onRegistered: (receiver) => secrets.splice(0, secrets.length, ...receiver.secrets),
          })
        : undefined;
    const registered = registration?.interfaces ?? [];
    output.print(`Listening at ${url}. Press Control+C to stop.`, { url, registered });
    await ended;
    await registration?.end();
  } finally {
    await stop();
  }
  return 0;
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
  if (event === undefined) return ['not a JSON object'];
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
