import { type Contract, isObject, type Schema } from '@delivery-api/specs/contract';
import { below, canonical } from '../../documents/pointer.ts';
import { locationName } from './location-name.ts';
import type { Pair, SchemaPair, Use } from './pair.ts';

type Tokens = (string | number)[];

/** Collects pairs of schemas, each once, with all their uses. */
export class SchemaPairs {
  readonly #base: Contract;
  readonly #revision: Contract;
  readonly #pairs = new Map<string, SchemaPair>();

  constructor(base: Contract, revision: Contract) {
    this.#base = base;
    this.#revision = revision;
  }

  all(): SchemaPair[] {
    return [...this.#pairs.values()];
  }

  /**
   * Adds a use of the schemas at `tokens` below a pair of elements, and of all pairs inside them.
   * Skips `if` and `not`: they test a value and do not describe it.
   */
  addAt(
    { basePointer, pointer }: Pick<Pair<unknown>, 'basePointer' | 'pointer'>,
    tokens: Tokens,
    base: Schema,
    revision: Schema,
    use: Use,
  ): void {
    this.#add(
      canonical(this.#base.document, below(basePointer, ...tokens)),
      canonical(this.#revision.document, below(pointer, ...tokens)),
      base,
      revision,
      use,
    );
  }

  #add(basePointer: string, pointer: string, base: Schema, revision: Schema, use: Use): void {
    const key = `${basePointer} ${pointer}`;
    const pair = this.#pairs.get(key) ?? {
      basePointer,
      pointer,
      name: locationName(pointer, this.#revision.document, use.owner),
      base: this.#base.deref(base),
      revision: this.#revision.deref(revision),
      uses: [],
    };
    this.#pairs.set(key, pair);
    const isKnown = pair.uses.some(
      ({ owner, direction, flow }) =>
        owner === use.owner && direction === use.direction && flow === use.flow,
    );
    // A known use ends the recursion in schemas that contain themselves.
    if (isKnown) return;
    pair.uses.push(use);
    for (const child of childrenOf(pair.base, pair.revision)) {
      this.#add(
        definitionPointer(this.#base, child.base, below(basePointer, ...child.baseTokens)),
        definitionPointer(this.#revision, child.revision, below(pointer, ...child.tokens)),
        child.base,
        child.revision,
        use,
      );
    }
  }
}

const definitionPointer = ({ document }: Contract, { $ref }: Schema, pointer: string): string =>
  typeof $ref === 'string' ? canonical(document, $ref) : pointer;

interface Child {
  baseTokens: Tokens;
  tokens: Tokens;
  base: Schema;
  revision: Schema;
}

const singleKeywords = [
  'items',
  'additionalProperties',
  'then',
  'else',
  'contains',
  'propertyNames',
];
const mapKeywords = ['properties', 'dependentSchemas'];
const listKeywords = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];

const childrenOf = (base: Schema, revision: Schema): Child[] => [
  ...singleKeywords.flatMap((key) => childAt([key], base[key], revision[key])),
  ...mapKeywords.flatMap((key) => {
    const [before, after] = [base[key], revision[key]];
    if (!isObject(before) || !isObject(after)) return [];
    return Object.keys(before).flatMap((name) => childAt([key, name], before[name], after[name]));
  }),
  ...listKeywords.flatMap((key) => listChildren(key, base[key], revision[key])),
];

const childAt = (tokens: Tokens, base: unknown, revision: unknown, baseTokens = tokens): Child[] =>
  isObject(base) && isObject(revision) ? [{ baseTokens, tokens, base, revision }] : [];

/** Matches branches by the component that they refer to; inline branches by position. */
function listChildren(key: string, base: unknown, revision: unknown): Child[] {
  if (!Array.isArray(base) || !Array.isArray(revision)) return [];
  const identify = (schema: unknown, index: number) =>
    isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : String(index);
  const indexes = new Map(revision.map((schema, index) => [identify(schema, index), index]));
  return base.flatMap((schema, index) => {
    const match = indexes.get(identify(schema, index));
    return match === undefined ? [] : childAt([key, match], schema, revision[match], [key, index]);
  });
}
