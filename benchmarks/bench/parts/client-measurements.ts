import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readContract } from '@delivery-api/specs/contract';
import { type BuildOptions, build } from 'esbuild';
import { bundlePath, exampleOf, operationOf, root } from '../../shared/contracts.ts';
import { interleave } from '../../shared/interleave.ts';
import { run } from '../../shared/processes.ts';
import { multiplyContract } from '../multiply-contract.ts';
import type { ClientPeer } from './client-peers.ts';

/** Bundle sizes in bytes, and the connected client of one peer. */
export interface PreparedClient {
  minified: number;
  gzipped: number;
  client: { post(body: unknown): Promise<unknown>; get(): Promise<unknown> };
}

const bundleOptions: BuildOptions = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  logLevel: 'error',
  nodePaths: [join(root, 'node_modules')],
};

/** Bundles an app with two calls, and connects the client to a `fetch` that returns immediately. */
export async function prepareClient(peer: ClientPeer, folder: string): Promise<PreparedClient> {
  const inFolder = (file: string): string => join(folder, file);
  mkdirSync(folder, { recursive: true });
  peer.prepare?.(folder, readFileSync(bundlePath('lastmile'), 'utf8'));
  writeFileSync(inFolder('module.js'), peer.module);
  writeFileSync(
    inFolder('app.js'),
    `import { connect } from './module.js';
const client = connect();
await client.post({});
await client.get();\n`,
  );
  const module = { entryPoints: [inFolder('module.js')], outfile: inFolder('module.mjs') };
  await build({ ...bundleOptions, ...module });
  const app = { entryPoints: [inFolder('app.js')], minify: true, write: false as const };
  const { outputFiles } = await build({ ...bundleOptions, ...app });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const { connect } = await import(pathToFileURL(inFolder('module.mjs')).href);
  return {
    minified: code.length,
    gzipped: gzipSync(code, { level: 9 }).length,
    client: connect(immediateFetch()),
  };
}

function immediateFetch(): () => Promise<Response> {
  const example = operationOf('createBooking').success.content?.examples[0]?.value;
  const body = JSON.stringify(example);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'request-id': 'req_1',
  };
  return async () => new Response(body, { headers });
}

/** Mean durations of a POST call and a GET call, in nanoseconds. */
export interface CallTimes {
  post: number;
  get: number;
}

/** Times 400 POST and 400 GET calls of each client per round. */
export function timeCalls(
  clients: ReadonlyMap<string, PreparedClient['client']>,
  rounds: number,
): Promise<Map<string, CallTimes[]>> {
  const calls = 400;
  const body = exampleOf('createBooking');
  const time = async (call: () => Promise<unknown>): Promise<number> => {
    const start = process.hrtime.bigint();
    for (let count = 0; count < calls; count++) await call();
    return Number(process.hrtime.bigint() - start) / calls;
  };
  const measure = async (name: string): Promise<CallTimes> => {
    const client = clients.get(name) as PreparedClient['client'];
    return { post: await time(() => client.post(body)), get: await time(() => client.get()) };
  };
  return interleave([...clients.keys()], rounds, measure, { warmUp: 3 });
}

/** Work of the TypeScript compiler for one call to each operation. */
export interface TypeCost {
  instantiations: number;
  types: number;
  checkSeconds: number;
}

/**
 * Compiles one call to each operation of a contract that is multiplied to `count` operations.
 *
 * @returns `undefined` if the peer has no types, or the same types as another peer
 * @throws {Error} with the compiler output if the calls do not compile
 */
export async function measureTypes(
  peer: ClientPeer,
  folder: string,
  count: number,
): Promise<TypeCost | undefined> {
  if (peer.prepareTypes === undefined) return undefined;
  const original = JSON.parse(readFileSync(bundlePath('lastmile'), 'utf8'));
  const times = Math.ceil(count / readContract(original).operations.length);
  // Only the operations are multiplied: types of schemas cost the same for every client.
  const document = multiplyContract(original, times, { components: false });
  const operations = readContract(document).operations.slice(0, count);
  mkdirSync(folder, { recursive: true });
  const { head, call } = await peer.prepareTypes(folder, JSON.stringify(document));
  const calls = operations.map(call).join('');
  const source = `${head}declare const use: (value: unknown) => void;\n${calls}export {};\n`;
  writeFileSync(join(folder, 'calls.ts'), source);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    paths: { '@delivery-api/lastmile-types': ['./types/index.ts'] },
  };
  const config = { compilerOptions, files: ['calls.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const output = run(process.execPath, [tsc, '-p', folder, '--extendedDiagnostics'], folder);
  const figure = (label: string): number =>
    Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(output)?.[1]);
  return {
    instantiations: figure('Instantiations'),
    types: figure('Types'),
    checkSeconds: figure('Check time'),
  };
}
