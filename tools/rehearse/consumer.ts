// An empty project that installs the published packages, books, and verifies an event.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from './registry.ts';
import { RehearsalError, run } from './run.ts';

const program = `
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createLastmileClient } from '@delivery-api/lastmile-client';
import { unwrapWebhook } from '@delivery-api/lastmile-client/webhooks';
import { startMock } from '@delivery-api/mock';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const received = deferred();
function deferred() {
  const result = {};
  result.promise = new Promise((resolve, reject) => Object.assign(result, { resolve, reject }));
  return result;
}
const receiver = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  response.writeHead(204).end();
  unwrapWebhook(Buffer.concat(chunks), request.headers, secret).then(received.resolve, received.reject);
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const sandbox = await startMock({
  seed: 'rehearsal',
  webhooks: { lastmile: { url: \`http://127.0.0.1:\${receiver.address().port}/\`, secrets: [secret] } },
});
const lastmile = createLastmileClient({
  baseUrl: sandbox.lastmile,
  partnerName: 'acme',
  token: 'test_token',
});
const booking = await lastmile.createBooking({
  external_reference: 'REHEARSAL-1',
  pickup: { store_id: 'sto_01JD3M7X9KQA' },
  dropoff: {
    address: { line1: 'Roetersstraat 8-3', city: 'Amsterdam', country: 'NL' },
    contact: { name: 'Zoë van den Berg', phone: '+31205550123' },
  },
  packages: [{ size: 'medium' }],
});
await sandbox.advanceClock(60);
const event = await received.promise;
console.log(JSON.stringify({ booking: booking.status, event: event.status ?? event }));
await sandbox.stop();
receiver.close();
`;

/**
 * Installs a client and the mock, books, and verifies an event.
 *
 * @param tag npm tag or version of the packages
 */
export async function bookFromRegistry(
  registry: Registry,
  folder: string,
  tag: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const names = ['lastmile-client', 'mock'].map((name) => `@delivery-api/${name}@${tag}`);
  await run('npm', ['install', ...names], { cwd: folder, environment: registry.environment });
  writeFileSync(join(folder, 'book.mjs'), program);
  const output = await run(process.execPath, ['book.mjs'], { cwd: folder });
  if (!output.includes('"booking":'))
    throw new RehearsalError(`The consumer did not book:\n${output}`);
  return output.trim();
}
