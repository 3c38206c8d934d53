// The clients that are compared: for each, a module that makes two calls, and a file of types that
// makes one call of each operation.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readContract } from '@delivery-api/specs/contract';
import { generateClient, generateTypes } from '../../codegen/src/index.ts';

export const root = join(import.meta.dirname, '../../..');
export const baseUrl = 'https://api.example.com/lastmile/v1';

/** One operation, as far as a call in a file of types needs it. */
export interface Call {
  id: string;
  method: string;
  path: string;
  pathParameters: string[];
  /** The schema of the body, if there is one. */
  body: string | undefined;
  keyed: boolean;
}

export interface Peer {
  name: string;
  /** Whether it repeats and limits calls on its own. */
  keepsTrying: boolean;
  /**
   * Source of a module with `connect(fetch)`, which gives `{ post(body), get() }`. Absent where
   * only types are measured.
   */
  module: string;
  /** Writes what a bundle of two calls needs into a folder. */
  prepare?: (folder: string, document: string) => void;
  /** Writes what types need, and gives the head of the file and one line for each call. */
  types?: (
    folder: string,
    document: string,
  ) => Promise<{ head: string; line: (call: Call, index: number) => string }>;
}

const literal = (value: string): string => JSON.stringify(value);
const pascal = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
const pathObject = ({ pathParameters }: Call): string =>
  `{ ${pathParameters.map((name) => `${name}: 'a'`).join(', ')} }`;

async function ourTypes(folder: string, document: string): Promise<void> {
  const contract = readContract(JSON.parse(document));
  for (const [name, files] of [
    ['types', await generateTypes(contract)] as const,
    ['client', generateClient(contract)] as const,
  ]) {
    mkdirSync(join(folder, name), { recursive: true });
    for (const [file, text] of files)
      if (file !== 'fixtures.ts') writeFileSync(join(folder, name, file), text);
  }
}

export const raw: Peer = {
  name: 'raw fetch',
  keepsTrying: false,
  module: `
const authorization = 'Bearer test_1';
const data = async (answer) => { if (!answer.ok) throw new Error(String(answer.status)); return answer.json(); };
export const connect = (fetch = globalThis.fetch) => ({
  post: async (body) => data(await fetch('${baseUrl}/acme/create_booking', { method: 'POST', headers: { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }, body: JSON.stringify(body) })),
  get: async () => data(await fetch('${baseUrl}/acme/get_booking_details/' + encodeURIComponent('bkg_1'), { headers: { authorization } })),
});`,
};

export const openapiFetch: Peer = {
  name: 'openapi-fetch 0.17, bare',
  keepsTrying: false,
  module: `
import createClient from 'openapi-fetch';
export const connect = (fetch) => {
  const client = createClient({ baseUrl: '${baseUrl}', headers: { authorization: 'Bearer test_1' }, fetch });
  const data = ({ data, error }) => { if (error) throw error; return data; };
  return {
    post: async (body) => data(await client.POST('/{partner_name}/create_booking', { params: { path: { partner_name: 'acme' }, header: { 'Idempotency-Key': crypto.randomUUID() } }, body })),
    get: async () => data(await client.GET('/{partner_name}/get_booking_details/{id}', { params: { path: { partner_name: 'acme', id: 'bkg_1' } } })),
  };
};`,
  async types(folder, document) {
    await ourTypes(folder, document);
    return {
      head: `import type { Client } from 'openapi-fetch';\nimport type { components, paths } from './types/openapi.js';\ndeclare const client: Client<paths>;\n`,
      line: (call, index) => {
        const header = call.keyed ? ", header: { 'Idempotency-Key': 'key-12345' }" : '';
        const body = call.body ? `, body: {} as components['schemas'][${literal(call.body)}]` : '';
        const init = `{ params: { path: ${pathObject(call)}${header} }${body} }`;
        return `const { data: data${index}, error: error${index} } = await client.${call.method.toUpperCase()}(${literal(call.path)}, ${init});\nif (error${index}) use(error${index}.code); else use(data${index}.id);\n`;
      },
    };
  },
};

export const ours: Peer = {
  name: '@delivery-api/lastmile-client',
  keepsTrying: true,
  module: `
import { createLastmileClient } from '@delivery-api/lastmile-client';
export const connect = (fetch) => {
  const client = createLastmileClient({ baseUrl: '${baseUrl}', partnerName: 'acme', token: 'test_1', fetch });
  return { post: (body) => client.createBooking(body), get: () => client.getBookingDetails({ id: 'bkg_1' }) };
};`,
  async types(folder, document) {
    await ourTypes(folder, document);
    return {
      head: `import type { LastmileClient } from './client/client.js';\nimport type * as inputs from './client/types.js';\ndeclare const client: LastmileClient;\n`,
      line: ({ id }, index) =>
        `const answer${index} = await client.${id}.result({} as inputs.${pascal(id)}Input);\nif (answer${index}.ok) use(answer${index}.data.id); else use(answer${index}.problem.code);\n`,
    };
  },
};

const redoclyClient = (folder: string, document: string): void => {
  writeFileSync(join(folder, 'document.json'), document);
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  execFileSync(
    process.execPath,
    [cli, 'generate-client', 'document.json', '--output', 'client.ts'],
    {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
};

const redoclyModule = (options: string): string => `
import { createBooking, configure, getBookingDetails } from './client.ts';
export const connect = (fetch) => {
  configure({ serverUrl: '${baseUrl}', auth: { bearer: 'test_1' }, fetch, ${options} });
  return {
    post: (body) => createBooking({ path: { partner_name: 'acme' }, headers: { 'Idempotency-Key': crypto.randomUUID() }, body }),
    get: () => getBookingDetails({ path: { partner_name: 'acme', id: 'bkg_1' } }),
  };
};`;

export const redocly: Peer = {
  name: 'redocly generate-client',
  keepsTrying: false,
  module: redoclyModule(''),
  prepare: redoclyClient,
  async types(folder, document) {
    redoclyClient(folder, document);
    return {
      head: `import * as client from './client.js';\n`,
      line: (call, index) => {
        const headers = call.keyed ? ", headers: { 'Idempotency-Key': 'key-12345' }" : '';
        const body = call.body ? `, body: {} as client.${pascal(call.id)}Body` : '';
        const args = `{ path: ${pathObject(call)}${headers}${body} }`;
        return `try { const data${index} = await client.${call.id}(${args}); use(data${index}.id); } catch (error) { if (error instanceof client.ApiError) use(error.body); }\n`;
      },
    };
  },
};

export const redoclyTrying: Peer = {
  name: 'redocly generate-client, retries and time-out on',
  keepsTrying: true,
  module: redoclyModule('retry: { retries: 2 }, timeout: 30000'),
  prepare: redoclyClient,
};

/** hey-api is no dependency of ours: it takes part when it is installed in another folder. */
export function heyApi(modules: string): Peer | undefined {
  const manifest = join(modules, '@hey-api/openapi-ts/package.json');
  if (!existsSync(manifest)) return undefined;
  const { bin, version } = createRequire(import.meta.url)(manifest) as {
    bin: Record<string, string>;
    version: string;
  };
  const generate = (folder: string, document: string): void => {
    writeFileSync(join(folder, 'document.json'), document);
    const cli = join(modules, '@hey-api/openapi-ts', Object.values(bin)[0] as string);
    execFileSync(
      process.execPath,
      [cli, '-i', 'document.json', '-o', 'sdk', '-c', '@hey-api/client-fetch'],
      { cwd: folder, stdio: 'ignore' },
    );
  };
  return {
    name: `hey-api ${version}, fetch`,
    keepsTrying: false,
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
    async types(folder, document) {
      generate(folder, document);
      return {
        head: `import * as sdk from './sdk/index.js';\n`,
        line: (call, index) => {
          const headers = call.keyed ? ", headers: { 'Idempotency-Key': 'key-12345' }" : '';
          const body = call.body ? `, body: {} as sdk.${pascal(call.body)}` : '';
          const init = `{ path: ${pathObject(call)}${headers}${body} }`;
          return `const { data: data${index}, error: error${index} } = await sdk.${call.id}(${init});\nif (error${index}) use(error${index}.code); else use(data${index}?.id);\n`;
        },
      };
    },
  };
}
