import { isDeepStrictEqual } from 'node:util';
import { type Contract, isObject, type Schema } from '@delivery-api/specs/contract';
import { below, canonical, canonicalParent, valueAt } from '../../documents/pointer.ts';
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
   * Skips `if` and `not`, because they test a value and do not describe it.
   */
  addAt(
    { basePointer, pointer }: Pick<Pair<unknown>, 'basePointer' | 'pointer'>,
    tokens: Tokens,
    base: Schema,
    revision: Schema,
    use: Use,
  ): void {
    const [at, other] = [below(basePointer, ...tokens), below(pointer, ...tokens)];
    this.#addSiblings(at, other, base, revision, use);
    this.#add(
      canonical(this.#base.document, at),
      canonical(this.#revision.document, other),
      base,
      revision,
      use,
    );
  }

  /** Adds the schemas of the media types that two bodies have in common. */
  addContent(
    { basePointer, pointer }: Pick<Pair<unknown>, 'basePointer' | 'pointer'>,
    use: Use,
  ): void {
    const contentAt = ({ document }: Contract, at: string) =>
      objectOr(valueAt(document, below(at, 'content')));
    const after = contentAt(this.#revision, pointer);
    for (const [mediaType, media] of Object.entries(contentAt(this.#base, basePointer))) {
      const [base, revision] = [objectOr(media).schema, objectOr(after[mediaType]).schema];
      if (isObject(base) && isObject(revision))
        this.addAt({ basePointer, pointer }, ['content', mediaType, 'schema'], base, revision, use);
    }
  }

  /** If both schemas are references, adds the keywords next to them as a separate pair. */
  #addSiblings(at: string, other: string, base: Schema, revision: Schema, use: Use): void {
    if (!('$ref' in base) || !('$ref' in revision)) return;
    const [before, after] = [base, revision].map(({ $ref: _, ...rest }) => rest);
    if (before === undefined || after === undefined) return;
    if (Object.keys({ ...before, ...after }).length === 0) return;
    this.#add(
      canonicalParent(this.#base.document, at),
      canonicalParent(this.#revision.document, other),
      before,
      after,
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
    // Stops at a known use, because schemas can contain themselves.
    if (isKnown) return;
    pair.uses.push(use);
    for (const child of childrenOf(pair.base, pair.revision)) {
      this.#addSiblings(
        below(basePointer, ...child.baseTokens),
        below(pointer, ...child.tokens),
        child.base,
        child.revision,
        use,
      );
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

const objectOr = (value: unknown): Schema => (isObject(value) ? value : {});

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
const mapKeywords = ['properties', 'patternProperties', 'dependentSchemas'];
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

/**
 * Matches branches by the component that they refer to, then by equality, then by position. Does
 * not match `prefixItems` by equality, because their position has a meaning.
 */
function listChildren(key: string, base: unknown, revision: unknown): Child[] {
  if (!Array.isArray(base) || !Array.isArray(revision)) return [];
  const refOf = (schema: unknown) => objectOr(schema).$ref;
  const matches = new Map<number, number>();
  const matchBy = (isMatch: (one: number, other: number) => boolean) => {
    for (const one of base.keys()) {
      const taken = new Set(matches.values());
      const other = [...revision.keys()].find((at) => !taken.has(at) && isMatch(one, at));
      if (!matches.has(one) && other !== undefined) matches.set(one, other);
    }
  };
  matchBy(
    (one, other) => refOf(base[one]) !== undefined && refOf(base[one]) === refOf(revision[other]),
  );
  if (key !== 'prefixItems') matchBy((one, other) => isDeepStrictEqual(base[one], revision[other]));
  matchBy((one, other) => one === other && refOf(base[one]) === refOf(revision[other]));
  return [...matches].flatMap(([one, other]) =>
    childAt([key, other], base[one], revision[other], [key, one]),
  );
}
