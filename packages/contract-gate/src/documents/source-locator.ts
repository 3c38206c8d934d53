import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
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
import type { SourceLine } from '../diff/comparison/change.ts';
import { tokensOf } from './pointer.ts';

interface Source {
  document: Document;
  lines: LineCounter;
}

interface Place {
  file: string;
  node: Node | null;
}

/**
 * Finds where in the sources of a contract a place of its bundle is written. References are
 * followed from file to file; components are found by
 * their name, which bundling never changes.
 */
export class SourceLocator {
  private readonly root: string;
  private readonly name: InterfaceName;
  private readonly sources = new Map<string, Source | undefined>();
  private components: Map<string, string[]> | undefined;

  /** @param root the folder under which `specs/` stands */
  constructor(root: string, name: InterfaceName) {
    this.root = root;
    this.name = name;
  }

  /**
   * The line of a pointer into the bundle, or of the nearest thing above it that is written down.
   *
   * @returns undefined when not even a file can be told
   */
  find(pointer: string): SourceLine | undefined {
    const tokens = tokensOf(pointer);
    const entry = `specs/${this.name}.yaml`;
    const [section, kind = '', component] = tokens;
    const start =
      section === 'components' && component !== undefined
        ? this.component(kind, component)
        : undefined;
    return start === undefined
      ? this.walk(entry, tokens, undefined)
      : this.walk(start.file, tokens.slice(3), component ?? start.key);
  }

  private walk(
    file: string,
    tokens: readonly string[],
    key: string | undefined,
  ): SourceLine | undefined {
    const source = this.source(file);
    if (source === undefined) return undefined;
    let place: Place = this.followed({ file, node: source.document.contents });
    let line = this.lineOf(place, undefined);
    for (const token of key === undefined ? tokens : [key, ...tokens]) {
      const pair = isMap(place.node)
        ? place.node.items.find(
            (item) => String(isScalar(item.key) ? item.key.value : item.key) === token,
          )
        : undefined;
      const child =
        pair === undefined
          ? isSeq(place.node)
            ? place.node.items[Number(token)]
            : undefined
          : pair.value;
      if (!isNode(child)) break;
      line =
        this.lineOf(
          { file: place.file, node: child },
          pair === undefined ? undefined : (pair.key as Node),
        ) ?? line;
      place = this.followed({ file: place.file, node: child });
    }
    return line;
  }

  private lineOf({ file, node }: Place, key: Node | undefined): SourceLine | undefined {
    const offset = (key ?? node)?.range?.[0];
    return offset === undefined
      ? undefined
      : { file, line: this.source(file)?.lines.linePos(offset).line ?? 1 };
  }

  private followed(place: Place): Place {
    let { file, node } = place;
    for (let hops = 0; hops < 20; hops++) {
      if (isAlias(node))
        node = (node.resolve(this.source(file)?.document as Document) as Node | undefined) ?? null;
      const reference = isMap(node) ? node.get('$ref') : undefined;
      if (typeof reference !== 'string') break;
      const [target = '', fragment = ''] = reference.split('#');
      const next = target === '' ? file : posix.normalize(posix.join(posix.dirname(file), target));
      const found = this.source(next)?.document.getIn(tokensOf(`#${fragment}`), true);
      const whole = fragment === '' ? this.source(next)?.document.contents : found;
      if (!isNode(whole)) break;
      file = next;
      node = whole;
    }
    return { file, node };
  }

  private source(file: string): Source | undefined {
    if (!this.sources.has(file)) {
      const path = join(this.root, file);
      const lines = new LineCounter();
      this.sources.set(
        file,
        existsSync(path)
          ? { document: parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines }), lines }
          : undefined,
      );
    }
    return this.sources.get(file);
  }

  /**
   * Components stand under their name at the top of some file; headers, parameters and the like in
   * files of that name.
   */
  private component(kind: string, name: string): { file: string; key: string } | undefined {
    this.components ??= this.index();
    const files = this.components.get(name) ?? [];
    const hint: Record<string, RegExp> = {
      headers: /\/headers\.yaml$/,
      parameters: /\/parameters\.yaml$/,
      responses: /\/responses\.yaml$/,
      examples: /\/examples\/|examples\.yaml$/,
    };
    const other = Object.values(hint);
    const file =
      files.find((one) =>
        hint[kind] === undefined
          ? !other.some((pattern) => pattern.test(one))
          : hint[kind].test(one),
      ) ?? files[0];
    return file === undefined ? undefined : { file, key: name };
  }

  private index(): Map<string, string[]> {
    const index = new Map<string, string[]>();
    for (const folder of [this.name, 'common']) {
      const root = join(this.root, 'specs', folder);
      if (!existsSync(root)) continue;
      for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()) {
        if (!entry.endsWith('.yaml')) continue;
        const file = posix.join('specs', folder, entry.replaceAll('\\', '/'));
        const contents = this.source(file)?.document.contents;
        if (!isMap(contents)) continue;
        for (const { key } of contents.items) {
          const name = String(isScalar(key) ? key.value : key);
          index.set(name, [...(index.get(name) ?? []), file]);
        }
      }
    }
    return index;
  }
}
