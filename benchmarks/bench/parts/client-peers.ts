// The compared clients. Each client has a module with a POST call and a GET call. Some also have a
// generator for a type check with one call per operation.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateClient, generateTypes } from '@delivery-api/codegen';
import { type Operation, omitRepeatedNames, readContract } from '@delivery-api/specs/contract';
import { root } from '../../shared/contracts.ts';
import { run } from '../../shared/processes.ts';

/** Source of a type check: a head, and one call per operation. */
export interface TypeCheck {
  head: string;
  call: (operation: Operation, index: number) => string;
}

export interface ClientPeer {
  name: string;
  /** Whether the client retries calls and limits their duration. */
  hasRetries: boolean;
  /** Source of a module that exports `connect(fetch)`, which returns `{ post(body), get() }`. */
  module: string;
  /** Generates the files that the module imports. */
  prepare?: (folder: string, document: string) => void;
  /** Generates the types. Absent if the peer has no types, or the same types as another peer. */
  prepareTypes?: (folder: string, document: string) => Promise<TypeCheck>;
}

const baseUrl = 'https://api.example.com/lastmile/v1';
const pascalCase = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
const hasKey = ({ idempotency }: Operation): boolean => idempotency === 'required';
const pathArgument = ({ parameters }: Operation): string =>
  `{ ${parameters.flatMap((one) => (one.in === 'path' ? [`${one.name}: 'a'`] : [])).join(', ')} }`;

async function generateOwnTypes(folder: string, document: string): Promise<void> {
  const contract = readContract(omitRepeatedNames(JSON.parse(document)));
  const packages = { types: await generateTypes(contract), client: generateClient(contract) };
  for (const [name, files] of Object.entries(packages)) {
    mkdirSync(join(folder, name), { recursive: true });
    for (const [file, text] of files)
      if (file !== 'fixtures.ts') writeFileSync(join(folder, name, file), text);
  }
}

const rawFetch: ClientPeer = {
  name: 'raw fetch',
  hasRetries: false,
  module: `
const authorization = 'Bearer test_1';
const data = async (response) => {
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
};
export const connect = (fetch = globalThis.fetch) => ({
  post: async (body) => data(await fetch('${baseUrl}/acme/create_booking', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })),
  get: async () => data(await fetch('${baseUrl}/acme/get_booking_details/' + encodeURIComponent('bkg_1'), { headers: { authorization } })),
});`,
};

/** The client that `ownClient` is compared with. */
export const openapiFetch: ClientPeer = {
  name: 'openapi-fetch 0.17',
  hasRetries: false,
  module: `
import createClient from 'openapi-fetch';
export const connect = (fetch) => {
  const client = createClient({ baseUrl: '${baseUrl}', headers: { authorization: 'Bearer test_1' }, fetch });
  const data = ({ data, error }) => { if (error) throw error; return data; };
  return {
    post: async (body) => data(await client.POST('/{partner_name}/create_booking', {
      params: { path: { partner_name: 'acme' }, header: { 'Idempotency-Key': crypto.randomUUID() } },
      body,
    })),
    get: async () => data(await client.GET('/{partner_name}/get_booking_details/{id}', {
      params: { path: { partner_name: 'acme', id: 'bkg_1' } },
    })),
  };
};`,
  async prepareTypes(folder, document) {
    await generateOwnTypes(folder, document);
    return {
      head: `import type { Client } from 'openapi-fetch';
import type { components, paths } from './types/openapi.js';
declare const client: Client<paths>;\n`,
      call(operation, index) {
        const schema = operation.request?.schemaName;
        const header = hasKey(operation) ? ", header: { 'Idempotency-Key': 'key-12345' }" : '';
        const body = schema ? `, body: {} as components['schemas']['${schema}']` : '';
        const args = `'${operation.path}', { params: { path: ${pathArgument(operation)}${header} }${body} }`;
        return `const { data: data${index}, error: error${index} } = await client.${operation.method.toUpperCase()}(${args});
if (error${index}) use(error${index}.code); else use(data${index}.id);\n`;
      },
    };
  },
};

/** Our client. */
export const ownClient: ClientPeer = {
  name: '@delivery-api/lastmile-client',
  hasRetries: true,
  module: `
import { createLastmileClient } from '@delivery-api/lastmile-client';
export const connect = (fetch) => {
  const client = createLastmileClient({ baseUrl: '${baseUrl}', partnerName: 'acme', token: 'test_1', fetch });
  return { post: (body) => client.createBooking(body), get: () => client.getBookingDetails({ id: 'bkg_1' }) };
};`,
  async prepareTypes(folder, document) {
    await generateOwnTypes(folder, document);
    return {
      head: `import type { LastmileClient } from './client/client.js';
import type * as inputs from './client/types.js';
declare const client: LastmileClient;\n`,
      call: ({ id }, index) =>
        `const result${index} = await client.${id}.result({} as inputs.${pascalCase(id)}Input);
if (result${index}.ok) use(result${index}.data.id); else use(result${index}.problem.code);\n`,
    };
  },
};

function generateRedoclyClient(folder: string, document: string): void {
  writeFileSync(join(folder, 'document.json'), document);
  const command = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const args = ['generate-client', 'document.json', '--output', 'client.ts'];
  run(process.execPath, [command, ...args], folder);
}

const redoclyClient = (name: string, options: string): ClientPeer => ({
  name,
  hasRetries: options !== '',
  module: `
import { createBooking, configure, getBookingDetails } from './client.ts';
export const connect = (fetch) => {
  configure({ serverUrl: '${baseUrl}', auth: { bearer: 'test_1' }, fetch, ${options} });
  return {
    post: (body) => createBooking({ path: { partner_name: 'acme' }, headers: { 'Idempotency-Key': crypto.randomUUID() }, body }),
    get: () => getBookingDetails({ path: { partner_name: 'acme', id: 'bkg_1' } }),
  };
};`,
  prepare: generateRedoclyClient,
  ...(options === '' && {
    async prepareTypes(folder, document) {
      generateRedoclyClient(folder, document);
      return {
        head: `import * as client from './client.js';\n`,
        call(operation, index) {
          const { id, request } = operation;
          const headers = hasKey(operation) ? ", headers: { 'Idempotency-Key': 'key-12345' }" : '';
          const body = request?.schemaName ? `, body: {} as client.${pascalCase(id)}Body` : '';
          const args = `{ path: ${pathArgument(operation)}${headers}${body} }`;
          return `try {
  const data${index} = await client.${id}(${args}); use(data${index}.id);
} catch (error) { if (error instanceof client.ApiError) use(error.body); }\n`;
        },
      };
    },
  }),
});

/**
 * Returns hey-api if the folder contains its package; otherwise an empty array. This repository
 * does not depend on hey-api.
 */
function heyApi(folder: string): ClientPeer[] {
  const packageFolder = join(folder, 'node_modules/@hey-api/openapi-ts');
  const manifest = join(packageFolder, 'package.json');
  if (!existsSync(manifest)) return [];
  const { bin, version } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    bin: Record<string, string>;
    version: string;
  };
  const generate = (target: string, document: string): void => {
    writeFileSync(join(target, 'document.json'), document);
    const command = join(packageFolder, Object.values(bin)[0] as string);
    const args = ['-i', 'document.json', '-o', 'sdk', '-c', '@hey-api/client-fetch'];
    run(process.execPath, [command, ...args], target);
  };
  const peer: ClientPeer = {
    name: `hey-api ${version}, fetch`,
    hasRetries: false,
    module: `
import { client } from './sdk/client.gen.ts';
import { createBooking, getBookingDetails } from './sdk/sdk.gen.ts';
export const connect = (fetch) => {
  client.setConfig({ baseUrl: '${baseUrl}', auth: 'test_1', fetch });
  const data = ({ data, error }) => { if (error) throw error; return data; };
  return {
    post: async (body) => data(await createBooking({ path: { partner_name: 'acme' }, headers: { 'Idempotency-Key': crypto.randomUUID() }, body })),
    get: async () => data(await getBookingDetails({ path: { partner_name: 'acme', id: 'bkg_1' } })),
  };
};`,
    prepare: generate,
    async prepareTypes(target, document) {
      generate(target, document);
      return {
        head: `import * as sdk from './sdk/index.js';\n`,
        call(operation, index) {
          const { id, request } = operation;
          const headers = hasKey(operation) ? ", headers: { 'Idempotency-Key': 'key-12345' }" : '';
          const body = request?.schemaName
            ? `, body: {} as sdk.${pascalCase(request.schemaName)}`
            : '';
          const args = `{ path: ${pathArgument(operation)}${headers}${body} }`;
          return `const { data: data${index}, error: error${index} } = await sdk.${id}(${args});
if (error${index}) use(error${index}.code); else use(data${index}?.id);\n`;
        },
      };
    },
  };
  return [peer];
}

/**
 * Returns the clients to measure.
 *
 * @param packages folder in which hey-api may be installed
 */
export const clientPeers = (packages: string): ClientPeer[] => [
  rawFetch,
  openapiFetch,
  ownClient,
  redoclyClient('redocly generate-client', ''),
  redoclyClient(
    'redocly generate-client, with retries and timeouts',
    'retry: { retries: 2 }, timeout: 30000',
  ),
  ...heyApi(packages),
];
