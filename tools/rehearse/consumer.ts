// An empty project that installs the published packages, creates a booking, and verifies an event.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import type { Checkout } from './checkout.ts';
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
const { interfaces } = await (await fetch(sandbox.url)).json();
console.log(JSON.stringify({
  booking: booking.status,
  event: event.status ?? event,
  served: Object.fromEntries(interfaces.map(({ name, version }) => [name, version])),
}));
await sandbox.stop();
receiver.close();
`;

/**
 * Installs a client and the mock, creates a booking, and verifies an event. Compares the contracts
 * in the mock with the released documents.
 *
 * @param tag npm dist-tag or version of the packages
 */
export async function bookFromRegistry(
  registry: Registry,
  folder: string,
  tag: string,
  checkout: Checkout,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const names = ['lastmile-client', 'mock'].map((name) => `@delivery-api/${name}@${tag}`);
  await run('npm', ['install', ...names], { cwd: folder, environment: registry.environment });
  writeFileSync(join(folder, 'book.mjs'), program);
  const output = await run('node', ['book.mjs'], { cwd: folder });
  const { served } = JSON.parse(output) as { served: Record<string, string> };
  const mock = join(folder, 'node_modules/@delivery-api/mock');
  const readJson = (file: string) => JSON.parse(readFileSync(join(mock, file), 'utf8'));
  const { omitRepeatedNames } = await import(join(checkout.folder, 'specs/contract/index.ts'));
  for (const { document, version, sha256 } of readJson('package.json').contract as Source[]) {
    const name = /(\w+)[.\w]*$/.exec(document)?.[1] ?? '';
    const text = releasedText(checkout, name, document, version);
    const fail = (what: string): never => {
      throw new RehearsalError(`${name} ${version}: the installed mock (${tag}) ${what}.`);
    };
    if (createHash('sha256').update(text).digest('hex') !== sha256)
      fail('records a hash that differs from the hash of the released document');
    if (served[name] !== version) fail(`serves ${served[name]} instead`);
    const built = omitRepeatedNames(parse(text));
    if (!isDeepStrictEqual(readJson(`dist/contracts/${name}.json`).document, built))
      fail('contains a document that differs from the released document');
  }
}

interface Source {
  document: string;
  version: string;
  sha256: string;
}

/** Returns a released document from the current commit, or from the tag of an earlier release. */
function releasedText(checkout: Checkout, name: string, document: string, version: string): string {
  const current = checkout.read(document);
  if (new RegExp(`^ {2}version: ${version}$`, 'm').test(current)) return current;
  return checkout.git('show', `${name}@${version}:${document}`);
}
