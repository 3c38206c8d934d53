import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InterfaceName, loadContract } from '@delivery-api/specs/contract';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { generateClient, generateTypes, samples } from '../src/index.ts';
import { writeFolder } from '../src/source/write-folder.ts';

const packages = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles files against the generated packages, and returns the errors. */
function compile(name: InterfaceName, files: ReadonlyMap<string, string>): string[] {
  writeFolder(join(folder, 'samples'), files);
  const program = ts.createProgram(
    [...files.keys()].map((file) => join(folder, 'samples', file)),
    {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      paths: {
        '@delivery-api/client-core': [join(packages, 'client-core/src/index.ts')],
        '@delivery-api/client-core/surface': [join(packages, 'client-core/src/surface.ts')],
        '@delivery-api/client-core/webhooks': [join(packages, 'client-core/src/webhooks/node.ts')],
        [`@delivery-api/${name}-types`]: [join(folder, name, 'types/index.ts')],
        [`@delivery-api/${name}-client`]: [join(folder, name, 'client/index.ts')],
        [`@delivery-api/${name}-client/webhooks`]: [join(folder, name, 'client/webhooks.ts')],
      },
    },
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName.replace(`${folder}/`, '')}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

describe.each(['lastmile', 'marketplace'] as const)('%s', async (name) => {
  const contract = loadContract(join(packages, `../specs/dist/${name}.json`));
  writeFolder(join(folder, name, 'types'), await generateTypes(contract));
  cpSync(join(packages, `${name}-client/src`), join(folder, name, 'client'), { recursive: true });
  writeFolder(join(folder, name, 'client/generated'), generateClient(contract));
  const typescript = [...samples(contract)].map(
    ([id, list]) =>
      [`${id}.ts`, list.find(({ lang }) => lang === 'TypeScript')?.source ?? ''] as const,
  );

  it('compiles every TypeScript sample', () => {
    expect(typescript.length).toBe(contract.operations.length + contract.webhooks.length);
    expect(compile(name, new Map(typescript))).toEqual([]);
  });

  it('rejects an unknown property in a nested object of a sample, which proves that samples are checked', () => {
    const withTypo = (source: string) =>
      source.replace(/^( +)(\w+): \{$/m, '$1$2: {\n$1  not_in_the_contract: 1,');
    const nested = typescript
      .map(([file, source]) => [file, withTypo(source)] as const)
      .filter(([file, source]) => source !== Object.fromEntries(typescript)[file]);
    expect(nested.length).toBeGreaterThan(0);
    const found = compile(name, new Map(nested));
    for (const [file] of nested)
      expect(
        found.some(
          (line) => line.includes(`samples/${file}`) && line.includes('not_in_the_contract'),
        ),
      ).toBe(true);
  });
});
