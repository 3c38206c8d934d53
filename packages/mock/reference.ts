// Writes docs-site/mock-reference.json, from which the guide "Mock reference" gets its tables.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { OptionSpec } from './src/cli/command-spec.ts';
import { commandNames, commonOptions, specOf, usageOf } from './src/cli/commands.ts';
import { startMock } from './src/index.ts';

/** A name with its description, in the order of the source. */
interface Entry {
  name: string;
  description: string;
}

/** The data of the tables: commands with options, endpoints of the control API, and the library. */
export interface MockReference {
  commands: (Entry & { usage: string; options: Entry[] })[];
  control: Entry[];
  library: Record<string, Entry[]>;
}

export const referenceFile = join(import.meta.dirname, '../../docs-site/mock-reference.json');

/** Collects the reference from the sources: commands, a running sandbox, and the public types. */
export async function collectReference(): Promise<MockReference> {
  return {
    commands: commandNames.map((name) => {
      const { description, options } = specOf(name);
      return {
        name,
        usage: `delivery-mock ${usageOf(name)}`,
        description,
        options: Object.entries({ ...options, ...commonOptions }).map(optionEntry),
      };
    }),
    control: await controlEntries(),
    library: libraryEntries(),
  };
}

/** Returns the reference as the text of the file. */
export const formatReference = (reference: MockReference): string =>
  `${JSON.stringify(reference, null, 2)}\n`;

function optionEntry([name, { short, value, description }]: [string, OptionSpec]): Entry {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return { name: value === undefined ? names : `${names} ${value}`, description };
}

async function controlEntries(): Promise<Entry[]> {
  const mock = await startMock();
  try {
    const list = (await (await fetch(`${mock.url}/_sandbox`)).json()) as Record<string, string>[];
    return list.map(({ method, path, description = '' }) => ({
      name: `${method} ${path}`,
      description,
    }));
  } finally {
    await mock.stop();
  }
}

/**
 * Returns the documented members of the public interfaces, by the name of the interface. Omits the
 * interfaces for proxies, except `ProxyOptions`.
 */
function libraryEntries(): Record<string, Entry[]> {
  const file = join(import.meta.dirname, 'src/api/types.ts');
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  return Object.fromEntries(
    source.statements
      .filter(ts.isInterfaceDeclaration)
      .filter(({ name }) => !name.text.startsWith('Proxy') || name.text === 'ProxyOptions')
      .map(({ name, members }) => [
        name.text,
        members.flatMap((member) => {
          const description = docOf(member);
          return description === '' ? [] : [{ name: signatureOf(member, source), description }];
        }),
      ]),
  );
}

/** Returns the doc comment up to its first tag, on one line. */
const docOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replaceAll(/\{@link (\S+?)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the name of a property, or a method with the names of its parameters. */
function signatureOf(member: ts.TypeElement, source: ts.SourceFile): string {
  const name = member.name?.getText(source) ?? '';
  if (!ts.isMethodSignature(member)) return name;
  const parameters = member.parameters.map((parameter) => {
    const isOptional = parameter.questionToken !== undefined;
    return `${parameter.name.getText(source)}${isOptional ? '?' : ''}`;
  });
  return `${name}(${parameters.join(', ')})`;
}

if (import.meta.main) writeFileSync(referenceFile, formatReference(await collectReference()));
