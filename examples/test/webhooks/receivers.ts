import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach } from 'vitest';
import { expressReceiver } from '../../webhooks/express.ts';
import { fastifyReceiver } from '../../webhooks/fastify.ts';
import { fetchReceiver } from '../../webhooks/fetch.ts';
import { honoReceiver } from '../../webhooks/hono.ts';
import type { Inbox } from '../../webhooks/inbox.ts';

type Start = (
  secrets: readonly string[],
  inbox: Inbox,
) => RequestListener | Promise<RequestListener>;

/** Each sample on its own framework, as a listener of Node's server. */
export const frameworks: readonly (readonly [string, Start])[] = [
  ['Express', expressReceiver],
  [
    'Fastify',
    async (secrets, inbox) => {
      const app = fastifyReceiver(secrets, inbox);
      await app.ready();
      return app.routing;
    },
  ],
  ['Hono', (secrets, inbox) => getRequestListener(honoReceiver(secrets, inbox).fetch)],
  [
    'a handler in the form of fetch',
    (secrets, inbox) => getRequestListener(fetchReceiver(secrets, inbox)),
  ],
];

/** A secret of the right form, the same for the same name. */
export const secretNamed = (name: string): string => `whsec_${btoa(name.padEnd(32, '.'))}`;

const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** Ends something with the test. */
export const atTheEnd = (end: () => Promise<void> | void): void => void endings.push(end);

/** Serves a receiver until the test ends, and gives the address of its webhooks. */
export async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTheEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}

/** What a receiver answered. */
export interface Answer {
  status: number;
  code?: string;
}

/** Posts one delivery. */
export async function post(url: string, body: string, headers: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: headers as Record<string, string>,
  });
  const text = await answer.text();
  return {
    status: answer.status,
    ...(text.startsWith('{"code"') && { code: (JSON.parse(text) as { code: string }).code }),
  };
}
