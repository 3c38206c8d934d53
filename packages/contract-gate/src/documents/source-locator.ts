import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type InterfaceName, pointerTokens } from '@delivery-api/specs/contract';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';

/** A line in the sources of a contract. */
export interface SourceLine {
  /** Relative to the root of the repository, with forward slashes. */
  file: string;
  /** Line number, starting at 1. */
  line: number;
}

interface Source {
  document: Document;
  lines: LineCounter;
}

interface Position {
  file: string;
  node: Node | null;
}

/** Maximum number of references in a chain. */
const maxReferences = 20;

/** Files of components that are not schemas, by kind. */
const filesByKind: Readonly<Record<string, RegExp>> = {
  headers: /\/headers\.yaml$/,
  parameters: /\/parameters\.yaml$/,
  responses: /\/responses\.yaml$/,
  examples: /\/examples\/|examples\.yaml$/,
};

/**
 * Maps locations of a bundle to lines of its sources. Follows references from file to file; finds
 * components by name, because bundling never renames them.
 */
export class SourceLocator {
  readonly #root: string;
  readonly #name: InterfaceName;
  readonly #sources = new Map<string, Source | undefined>();
  #files: Map<string, string[]> | undefined;

  /**
   * @param root folder that contains `specs/`
   * @param name interface whose sources contain the locations
   */
  constructor(root: string, name: InterfaceName) {
    this.#root = root;
    this.#name = name;
  }

  /**
   * Returns the line of a pointer into the bundle, or of its closest ancestor that the sources
   * contain.
   *
   * @returns undefined if no file is found
   */
  find(pointer: string): SourceLine | undefined {
    const tokens = pointerTokens(pointer);
    const [section, kind = '', component] = tokens;
    const file =
      section === 'components' && component !== undefined
        ? this.#componentFile(kind, component)
        : undefined;
    // In its source file, a component is a top-level key.
    return file === undefined
      ? this.#lineAt(`specs/${this.#name}.yaml`, tokens)
      : this.#lineAt(file, tokens.slice(2));
  }

  #lineAt(file: string, tokens: readonly string[]): SourceLine | undefined {
    const source = this.#source(file);
    if (source === undefined) return undefined;
    let position = this.#resolve({ file, node: source.document.contents });
    let line = this.#lineOf(position.file, position.node);
    for (const token of tokens) {
      const { node } = position;
      const pair = isMap(node) ? node.items.find(({ key }) => textOf(key) === token) : undefined;
      const child = pair?.value ?? (isSeq(node) ? node.items[Number(token)] : undefined);
      if (!isNode(child)) break;
      line = this.#lineOf(position.file, (pair?.key as Node | undefined) ?? child) ?? line;
      position = this.#resolve({ file: position.file, node: child });
    }
    return line;
  }

  #lineOf(file: string, node: Node | null): SourceLine | undefined {
    const offset = node?.range?.[0];
    return offset === undefined
      ? undefined
      : { file, line: this.#source(file)?.lines.linePos(offset).line ?? 1 };
  }

  /** Resolves YAML aliases and references. */
  #resolve({ file, node }: Position): Position {
    for (let count = 0; count < maxReferences; count++) {
      const document = this.#source(file)?.document;
      if (isAlias(node) && document !== undefined) node = node.resolve(document) ?? null;
      const reference = isMap(node) ? node.get('$ref') : undefined;
      if (typeof reference !== 'string') break;
      const [path = '', fragment = ''] = reference.split('#');
      const next = path === '' ? file : posix.join(posix.dirname(file), path);
      const target = this.#source(next)?.document;
      const found =
        fragment === '' ? target?.contents : target?.getIn(pointerTokens(`#${fragment}`), true);
      if (!isNode(found)) break;
      file = next;
      node = found;
    }
    return { file, node };
  }

  #source(file: string): Source | undefined {
    if (!this.#sources.has(file)) {
      const path = join(this.#root, file);
      const lines = new LineCounter();
      this.#sources.set(
        file,
        existsSync(path)
          ? { document: parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines }), lines }
          : undefined,
      );
    }
    return this.#sources.get(file);
  }

  /** Components of different kinds can have the same name; the file name distinguishes them. */
  #componentFile(kind: string, name: string): string | undefined {
    this.#files ??= this.#indexFiles();
    const files = this.#files.get(name) ?? [];
    const isOfKind = (file: string) =>
      filesByKind[kind]?.test(file) ??
      !Object.values(filesByKind).some((pattern) => pattern.test(file));
    return files.find(isOfKind) ?? files[0];
  }

  /** Returns the source files by top-level key. */
  #indexFiles(): Map<string, string[]> {
    const index = new Map<string, string[]>();
    for (const folder of [this.#name, 'common']) {
      const root = join(this.#root, 'specs', folder);
      if (!existsSync(root)) continue;
      for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()) {
        if (!entry.endsWith('.yaml')) continue;
        const file = posix.join('specs', folder, entry.replaceAll('\\', '/'));
        const contents = this.#source(file)?.document.contents;
        for (const { key } of isMap(contents) ? contents.items : [])
          index.set(textOf(key), [...(index.get(textOf(key)) ?? []), file]);
      }
    }
    return index;
  }
}

const textOf = (key: unknown): string => String(isScalar(key) ? key.value : key);
