import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Contract, InterfaceName } from '@delivery-api/specs/contract';
import type { Change } from '../../diff/comparison/change.ts';
import { releasedFolder, typeTestsFolder } from '../../documents/release-hashes.ts';
import { GateError } from '../../repository/errors.ts';
import type { Repository } from '../../repository/repository.ts';
import { runNode } from '../../repository/run.ts';
import { withTemporaryFolder } from '../../repository/temporary-folder.ts';
import { assignabilityTest } from './assignability.ts';
import { type CompileError, compile } from './compile.ts';

/**
 * Compiles code for the released types against the types of the revision: assignments of each named
 * type, and the type tests of the release. Finds breaking type changes that the comparison of the
 * documents does not find.
 *
 * @param tests type tests by file name; they import the types from `../generated/index.js` or from
 * the types package
 * @returns one major change for each compile error
 * @throws {GateError} if the types of one of the contracts cannot be generated
 */
export const typeChanges = (
  base: Contract,
  revision: Contract,
  repository: Repository,
  tests: ReadonlyMap<string, string> = releasedTests(revision.name, repository),
): Promise<Change[]> =>
  withTemporaryFolder('types', async (folder) => {
    symlinkSync(repository.path('node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    await Promise.all([
      generateTypes(base, 'released', folder, repository),
      generateTypes(revision, 'revision', folder, repository),
    ]);
    cpSync(join(folder, 'revision'), join(folder, 'generated'), { recursive: true });
    mkdirSync(join(folder, 'type-tests'));
    const source = assignabilityTest(base, revision);
    const files = new Map([
      ['assignability.ts', source],
      ...[...tests].map(([file, text]) => [`type-tests/${file}`, text] as const),
    ]);
    for (const [file, text] of files) writeFileSync(join(folder, file), text);
    const errors = compile(
      [...files.keys()].map((file) => join(folder, file)),
      folder,
      { [`@delivery-api/${revision.name}-types`]: ['./generated/index.ts'] },
    );
    return errors.map((error) => toChange(error, base, source.split('\n')));
  });

async function generateTypes(
  contract: Contract,
  target: string,
  folder: string,
  repository: Repository,
): Promise<void> {
  const bundle = join(folder, `${target}.json`);
  writeFileSync(bundle, JSON.stringify(contract.document));
  const { status, stderr } = await runNode(
    repository.path('packages/codegen/src/cli.ts'),
    ['types', bundle, join(folder, target)],
    repository.root,
  );
  if (status !== 0)
    throw new GateError(
      `Types cannot be generated from ${contract.name} ${contract.version}: ${stderr.trim().split('\n')[0]}`,
    );
}

function releasedTests(name: InterfaceName, repository: Repository): Map<string, string> {
  const folder = `${releasedFolder}/${typeTestsFolder(name)}`;
  if (!repository.exists(folder)) return new Map();
  const files = readdirSync(repository.path(folder)).filter((file) => file.endsWith('.ts'));
  return new Map(files.map((file) => [file, repository.read(`${folder}/${file}`)]));
}

function toChange(
  { file, line, message }: CompileError,
  { version, name }: Contract,
  assignability: string[],
): Change {
  const code = file.endsWith('/assignability.ts') ? (assignability[line - 1] ?? '') : '';
  const [, flow, type] = /^export const (received|sent)(\w+) /.exec(code) ?? [];
  const location =
    type === undefined ? `type test ${basename(file)}:${line}` : `\`${type}\`, ${flow}`;
  return {
    rule: 'code/no-longer-compiles',
    direction: 'document',
    bump: 'major',
    pointer: type === undefined ? '#' : `#/components/schemas/${type}`,
    operations: [],
    what: `Code for ${name} ${version} no longer compiles (${location}): ${shorten(message)}`,
    reason: 'Builds that use the types fail.',
  };
}

/** Returns the most specific line of a compiler message, with long types cut off. */
function shorten(message: string): string {
  const line = message.split('\n').at(-1) ?? '';
  return line
    .trim()
    .replaceAll(/'([^']{40})[^']+'/g, "'$1…'")
    .replace(/\.?$/, '.');
}
