import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import { type Call, type Peer, root } from './peers.ts';

/** What the compiler needs for one file that calls each operation and reads data and error. */
export interface TypeCost {
  instantiations: number;
  types: number;
  checkSeconds: number;
}

/**
 * A document with the operations of a contract again and again, each time under another name and
 * path. Texts and examples cost nothing, so they are left out.
 */
export function multiplied(
  { document, operations }: Contract,
  count: number,
): { document: string; calls: Call[] } {
  const copy = structuredClone(document) as Record<string, never> & {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  const paths: typeof copy.paths = {};
  const calls: Call[] = [];
  for (let index = 0; calls.length < count; index++) {
    const operation = operations[index % operations.length] as Contract['operations'][number];
    const round = Math.floor(index / operations.length);
    const source = structuredClone(copy.paths[operation.path]?.[operation.method]) as Record<
      string,
      unknown
    >;
    delete source.description;
    const path = `${operation.path}/round${round}`;
    const id = `${operation.id}${round}`;
    paths[path] = { ...paths[path], [operation.method]: { ...source, operationId: id } };
    calls.push({
      id,
      method: operation.method,
      path,
      pathParameters: operation.parameters
        .filter((one) => one.in === 'path')
        .map(({ name }) => name),
      body: operation.request?.schemaName,
      keyed: operation.idempotency === 'required',
    });
  }
  return { document: JSON.stringify({ ...copy, paths }), calls };
}

/** Compiles the file for one client. */
export async function typeCostOf(
  peer: Peer,
  folder: string,
  { document, calls }: { document: string; calls: Call[] },
): Promise<TypeCost | undefined> {
  if (!peer.types) return undefined;
  mkdirSync(folder, { recursive: true });
  const { head, line } = await peer.types(folder, document);
  writeFileSync(
    join(folder, 'calls.ts'),
    `${head}declare function use(value: unknown): void;\n${calls.map(line).join('')}export {};\n`,
  );
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
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['calls.ts'] }),
  );
  const run = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--extendedDiagnostics'],
    { encoding: 'utf8' },
  );
  if (run.status !== 0)
    throw new Error(
      `${peer.name}: the file of all calls does not compile.\n${run.stdout.slice(0, 2000)}`,
    );
  const figure = (label: string): number =>
    Number(new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(run.stdout)?.[1]);
  return {
    instantiations: figure('Instantiations'),
    types: figure('Types'),
    checkSeconds: figure('Check time'),
  };
}
