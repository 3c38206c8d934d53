import type { Json, JsonObject } from './model.ts';

/**
 * A document that cannot be read as a contract. The message names the document, the place and what
 * was expected.
 */
export class ContractError extends Error {
  override name = 'ContractError';
}

/**
 * A place in a document, with its address, so that every complaint can say where it is.
 * Reading a member that is not there, or not of the expected kind, throws a {@link ContractError}.
 */
export class Node {
  readonly value: Json | undefined;
  private readonly root: JsonObject;
  private readonly source: string;
  private readonly path: string;

  constructor(root: JsonObject, source: string, value: Json | undefined, path: string) {
    this.root = root;
    this.source = source;
    this.value = value;
    this.path = path;
  }

  fail(expected: string): never {
    throw new ContractError(
      `${this.source}${this.path}: expected ${expected}. Mend the contract, then bundle it again.`,
    );
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  /** The member `key`, with `$ref`s followed. */
  at(key: string | number): Node {
    const path = `${this.path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const value =
      isObject(this.value) || Array.isArray(this.value)
        ? (this.value as JsonObject)[key]
        : undefined;
    return new Node(this.root, this.source, value, path).followed();
  }

  private followed(): Node {
    let node: Node = this;
    for (let hops = 0; isObject(node.value) && typeof node.value.$ref === 'string'; hops++) {
      if (hops > 20) node.fail('references that end somewhere');
      const { $ref } = node.value;
      node = new Node(this.root, this.source, pointer(this.root, $ref), $ref);
      if (!node.exists) this.fail(`a reference that leads somewhere, not '${$ref}'`);
    }
    return node;
  }

  string(): string {
    return typeof this.value === 'string' ? this.value : this.fail('a string');
  }

  number(): number {
    return typeof this.value === 'number' ? this.value : this.fail('a number');
  }

  boolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.fail('true or false');
  }

  object(): JsonObject {
    return isObject(this.value) ? this.value : this.fail('an object');
  }

  items(): Node[] {
    return Array.isArray(this.value)
      ? this.value.map((_, index) => this.at(index))
      : this.fail('a list');
  }

  strings(): string[] {
    return this.exists ? this.items().map((item) => item.string()) : [];
  }

  entries(): [string, Node][] {
    return this.exists ? Object.keys(this.object()).map((key) => [key, this.at(key)]) : [];
  }

  oneOf<const T extends string>(...values: T[]): T {
    return (
      values.find((value) => value === this.value) ??
      this.fail(values.map((value) => `'${value}'`).join(' or '))
    );
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Looks up a local reference (`#/a/b`, RFC 6901). `undefined` when nothing is there. */
export function pointer(root: Json, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined;
  const keys = ref.slice(1).split('/').slice(1);
  return keys.reduce<Json | undefined>((value, key) => {
    const name = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(value) || Array.isArray(value) ? (value as JsonObject)[name] : undefined;
  }, root);
}
