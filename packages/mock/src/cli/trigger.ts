import { randomBytes } from 'node:crypto';
import { signedHeaders } from '@delivery-api/sandbox';
import type { JsonObject, Webhook } from '@delivery-api/specs/contract';
import { loadBuiltContract } from '../contract/built-contract.ts';
import { sendWebhook } from '../http/webhook-sender.ts';
import { didYouMean } from '../schemas/validate.ts';
import { type CommandLine, checkValue, UsageError } from './arguments.ts';
import { createOutput } from './output.ts';

/**
 * Sends one signed event: an example from the contract with a new ID and time.
 *
 * @returns 0 for a 2xx response, otherwise 1
 */
export async function trigger(line: CommandLine): Promise<number> {
  const { content, delivery } = webhookOf(line.positionals[0] ?? '');
  const url = line.value('to');
  if (url === undefined)
    throw new UsageError(
      '--to is missing. Set the URL of the receiver, such as --to http://127.0.0.1:3000/hooks.',
    );
  const secret = line.value('secret') ?? delivery.test_vector.secret;
  const names = content.examples.map(({ name }) => name);
  const name = line.value('example') ?? names[0] ?? '';
  checkValue('example', { enum: names }, name);
  const now = new Date();
  const event: JsonObject = {
    ...(content.examples.find((one) => one.name === name)?.value as JsonObject),
    id: `evt_${randomBytes(8).toString('hex')}`,
    occurred_at: now.toISOString(),
  };
  const body = JSON.stringify(event);
  const headers = signedHeaders([secret], String(event.id), Math.floor(now.getTime() / 1000), body);
  const {
    status,
    error,
    milliseconds,
    body: responseBody,
  } = await sendWebhook({ url, headers, body, timeoutSeconds: delivery.timeout_seconds });
  const isReceived = status !== undefined && status >= 200 && status < 300;
  const published =
    line.value('secret') === undefined ? ', signed with the test secret in the contract' : '';
  createOutput(line.has('json')).print(
    `${event.id} (${name}) to ${url}${published}: ${status ?? error} in ${milliseconds} ms`,
    {
      event,
      request: { url, headers },
      ...(status === undefined ? { error } : { response: { status, body: responseBody } }),
      milliseconds,
    },
  );
  return isReceived ? 0 : 1;
}

function webhookOf(name: string): Webhook {
  const webhooks = (['lastmile', 'marketplace'] as const).flatMap(
    (one) => loadBuiltContract(one).contract.webhooks,
  );
  const found = webhooks.find((one) => one.name === name);
  const names = webhooks.map((one) => one.name);
  if (found === undefined)
    throw new UsageError(
      `Unknown event '${name}'.${didYouMean(name, names)} Use ${names.join(' or ')}.`,
    );
  return found;
}
