import type { JsonObject, Webhook } from '@delivery-api/specs/contract';
import { runMark, type Sample, type SampleRequest } from './sample.ts';

const sample = (lines: string[]): Sample => ({
  lang: 'Shell',
  label: 'curl',
  source: lines.join(' \\\n'),
});

/** Returns a request as a curl command. */
export function curlRequest({ method, url, headers, body }: SampleRequest): Sample {
  const { source, ...others } = sample([
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...headers.map(({ name, value }) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  -d '${shellJson(body)}'`]),
  ]);
  const needsRun = source.includes(runMark) || source.includes('$run');
  return {
    ...others,
    source: `${needsRun ? 'run=$(date +%s)-$$\n' : ''}${source.replaceAll(runMark, `'"$run"'`)}`,
  };
}

/** Returns a command that sends an event to a receiver. */
export function curlDelivery({ content, headers }: Webhook): Sample {
  const event = (content.examples[0]?.value ?? {}) as JsonObject;
  return sample([
    "# Send this event to your receiver. The signature is a placeholder.\ncurl -X POST 'http://localhost:3000/webhooks'",
    ...headers.map(
      ({ name, example }) =>
        `  -H '${name}: ${name === 'webhook-id' ? String(event.id ?? example) : example}'`,
    ),
    "  -H 'Content-Type: application/json'",
    `  -d '${shellJson(event)}'`,
  ]);
}

const quoted = (text: string): string =>
  text.includes(runMark) ? `"${text.replaceAll(runMark, '$run')}"` : `'${text}'`;

/**
 * Returns JSON for a shell string in single quotes. Writes each single quote as a JSON escape,
 * because it would end the string.
 */
const shellJson = (value: JsonObject): string =>
  JSON.stringify(value, null, 2).replaceAll("'", '\\u0027');
