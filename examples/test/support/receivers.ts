import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { expressReceiver } from '../../webhooks/express.ts';
import { fastifyReceiver } from '../../webhooks/fastify.ts';
import { fetchReceiver } from '../../webhooks/fetch.ts';
import { honoReceiver } from '../../webhooks/hono.ts';
import type { Inbox } from '../../webhooks/inbox.ts';
import { serve } from './serve.ts';

type Start = (
  secrets: readonly string[],
  inbox: Inbox,
) => RequestListener | Promise<RequestListener>;

/** The sample receiver of each framework, as a listener of a Node.js server. */
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
  ['a fetch handler', (secrets, inbox) => getRequestListener(fetchReceiver(secrets, inbox))],
];

/** Returns a valid secret that depends only on the name. */
export const secretNamed = (name: string): string => `whsec_${btoa(name.padEnd(32, '.'))}`;

/** Serves a receiver until the test ends. Returns its webhook URL. */
export const serveReceiver = async (listener: RequestListener): Promise<string> =>
  `${await serve(listener)}/webhooks`;

/** Response of a receiver. */
export interface ReceiverResponse {
  status: number;
  code?: string;
}

/** Sends one delivery to a receiver. */
export async function post(url: string, body: string, headers: object): Promise<ReceiverResponse> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: headers as Record<string, string>,
  });
  const text = await response.text();
  return {
    status: response.status,
    ...(text.startsWith('{"code"') && { code: (JSON.parse(text) as { code: string }).code }),
  };
}
