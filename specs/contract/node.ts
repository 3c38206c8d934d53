import { isObject, memberOf, resolvePointer, toPointer } from './json.ts';
import type { Json, JsonObject } from './model.ts';

/** Maximum number of references in a chain. */
const maxReferences = 20;

/**
 * The error for a file or document that is not a valid contract. The message names the document
 * and, for an invalid value, its location and the expected value.
 */
export class ContractError extends Error {
  override name = 'ContractError';
}

/**
 * A value in a document, with its location. Each read method throws a {@link ContractError} that
 * names the location if the value has a different type.
 */
export class Node {
  readonly value: Json | undefined;
  readonly #root: JsonObject;
  readonly #source: string;
  readonly #pointer: string;

  /**
   * @param root document in which references are resolved
   * @param source name of the document in error messages
   */
  constructor(root: JsonObject, source: string, value: Json | undefined, pointer: string) {
    this.#root = root;
    this.#source = source;
    this.value = value;
    this.#pointer = pointer;
  }

  /**
   * Throws an error that names the location and the expected value.
   *
   * @throws {ContractError} always
   */
  fail(expected: string): never {
    throw new ContractError(
      `${this.#source}${this.#pointer}: expected ${expected}. Fix the contract, then bundle it again.`,
    );
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  /** Returns the value at a path of keys, and resolves references along the path. */
  at(...keys: (string | number)[]): Node {
    return keys.reduce<Node>((node, key) => node.#member(key), this);
  }

  #member(key: string | number): Node {
    const pointer = `${this.#pointer}${toPointer(key).slice(1)}`;
    return new Node(this.#root, this.#source, memberOf(this.value, key), pointer).#resolve();
  }

  #resolve(): Node {
    let node: Node = this;
    for (let count = 0; isObject(node.value) && typeof node.value.$ref === 'string'; count++) {
      if (count > maxReferences) node.fail('a reference without a cycle');
      const { $ref } = node.value;
      node = new Node(this.#root, this.#source, resolvePointer(this.#root, $ref), $ref);
      if (!node.exists) this.fail(`an existing reference target, not '${$ref}'`);
    }
    return node;
  }

  /**
   * Checks the references in this value.
   *
   * @throws {ContractError} if a reference has no target, or if a chain of references has a cycle
   */
  checkReferences(): void {
    if (typeof this.value !== 'object' || this.value === null) return;
    for (const [key, value] of Object.entries(this.value)) {
      this.at(key);
      const pointer = `${this.#pointer}${toPointer(key).slice(1)}`;
      new Node(this.#root, this.#source, value, pointer).checkReferences();
    }
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

  /** Returns the trimmed string; an empty string if the value is absent. */
  text(): string {
    return this.exists ? this.string().trim() : '';
  }

  items(): Node[] {
    if (!Array.isArray(this.value)) return this.fail('an array');
    return this.value.map((_, index) => this.at(index));
  }

  /** Returns the strings in an array; an empty array if the value is absent. */
  strings(): string[] {
    return this.exists ? this.items().map((item) => item.string()) : [];
  }

  /** Returns the members of an object; an empty array if the value is absent. */
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
