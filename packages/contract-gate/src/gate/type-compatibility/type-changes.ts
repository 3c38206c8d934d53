import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import type { Change } from '../../diff/comparison/change.ts';
import { Failure } from '../../repository/errors.ts';
import type { Repository } from '../../repository/repository.ts';
import { runNode } from '../../repository/run.ts';
import { assignabilityTest } from './assignability.ts';
import { type CompileError, compile } from './compile.ts';

/** Where the type tests of a release are kept, below `specs/released/`. */
export const typeTestsFolder = (name: string): string => `type-tests/${name}`;

/**
 * Whether code that was written for the released types compiles against those of the revision: each
 * named type fits its successor, and the
 * type tests that were frozen with the release still hold. What breaks here, and what the
 * difference of the documents does not explain, is a change too.
 *
 * @param tests type tests of the release, text by file name; they import the types from
 * `../generated/index.js`
 * @throws {Failure} when types cannot be generated from one of the two
 */
export async function codeChanges(
  base: Contract,
  revision: Contract,
  repository: Repository,
  tests = frozenTests(revision.name, repository),
): Promise<Change[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'contract-code-')));
  try {
    symlinkSync(repository.path('node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    await Promise.all([
      generate(base, 'released', folder, repository),
      generate(revision, 'revision', folder, repository),
    ]);
    cpSync(join(folder, 'revision'), join(folder, 'generated'), { recursive: true });
    const source = assignabilityTest(base, revision);
    writeFileSync(join(folder, 'assignability.ts'), source);
    mkdirSync(join(folder, 'type-tests'));
    for (const [file, text] of tests) writeFileSync(join(folder, 'type-tests', file), text);
    const files = [
      'assignability.ts',
      ...[...tests.keys()].map((file) => `type-tests/${file}`),
    ].map((file) => join(folder, file));
    const errors = compile(files, folder, {
      [`@delivery-api/${revision.name}-types`]: ['./generated/index.ts'],
    });
    return errors.map((error) => toChange(error, base, source.split('\n')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function generate(
  contract: Contract,
  kind: string,
  folder: string,
  repository: Repository,
): Promise<void> {
  const bundle = join(folder, `${kind}.json`);
  writeFileSync(bundle, JSON.stringify(contract.document));
  const finished = await runNode(
    repository.path('packages/codegen/src/cli.ts'),
    ['types', bundle, join(folder, kind)],
    repository.root,
  );
  if (finished.status !== 0)
    throw new Failure(
      `No types can be generated from ${contract.name} ${contract.version}: ${finished.stderr.trim().split('\n')[0]}`,
    );
}

function frozenTests(name: string, repository: Repository): Map<string, string> {
  const kept = `specs/released/${typeTestsFolder(name)}`;
  if (!repository.exists(kept)) return new Map();
  const files = readdirSync(repository.path(kept)).filter((file) => file.endsWith('.ts'));
  return new Map(files.map((file) => [file, repository.read(`${kept}/${file}`)]));
}

function toChange(
  { file, line, message }: CompileError,
  { version, name }: Contract,
  source: string[],
): Change {
  const [, flow, type] =
    /^export const (received|sent)(\w+) /.exec(
      file.endsWith('/assignability.ts') ? (source[line - 1] ?? '') : '',
    ) ?? [];
  const where =
    type === undefined ? `type test ${basename(file)}:${line}` : `\`${type}\` where it is ${flow}`;
  return {
    rule: 'code/no-longer-compiles',
    direction: 'document',
    bump: 'major',
    pointer: type === undefined ? '#' : `#/components/schemas/${type}`,
    operations: [],
    what: `Code for ${name} ${version} no longer compiles (${where}): ${shortened(message)}`,
    reason:
      'The difference of the documents does not show it, but those who build on the types stop building.',
  };
}

/**
 * The compiler goes from the whole to the part over several lines, and prints types in full; the
 * part, and the beginning of each type, are enough.
 */
function shortened(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  return (lines.at(-1) ?? '').replaceAll(/'([^']{40})[^']+'/g, "'$1…'").replace(/\.?$/, '.');
}
