import type { Contract, Schema } from '@delivery-api/specs/contract';
import type { SchemaPair, Use } from './pairs.ts';
import { placeName } from './location-name.ts';
import { below, canonical, isObject } from '../../documents/pointer.ts';

/** Collects pairs of schemas, each once, with all the ways in which it is used. */
export class SchemaPairs {
  private readonly base: Contract;
  private readonly revision: Contract;
  private readonly found = new Map<string, SchemaPair>();

  constructor(base: Contract, revision: Contract) {
    this.base = base;
    this.revision = revision;
  }

  all(): SchemaPair[] {
    return [...this.found.values()];
  }

  /**
   * Notes the pair at these places, and all pairs below it, as used in this way. `if` and `not` are
   * conditions and are left out.
   */
  add(basePointer: string, pointer: string, base: Schema, revision: Schema, use: Use): void {
    this.note(
      canonical(this.base.document, basePointer),
      canonical(this.revision.document, pointer),
      base,
      revision,
      use,
    );
  }

  private note(
    basePointer: string,
    pointer: string,
    base: Schema,
    revision: Schema,
    use: Use,
  ): void {
    const key = `${basePointer} ${pointer}`;
    let pair = this.found.get(key);
    if (pair === undefined) {
      const name = placeName(pointer, this.revision.document, use.owner);
      pair = {
        basePointer,
        pointer,
        name,
        base: this.base.deref(base),
        revision: this.revision.deref(revision),
        uses: [],
      };
      this.found.set(key, pair);
    }
    if (
      pair.uses.some(
        (one) =>
          one.owner === use.owner && one.direction === use.direction && one.flow === use.flow,
      )
    )
      return;
    pair.uses.push(use);
    for (const [tokens, otherTokens, child, other] of children(pair.base, pair.revision)) {
      this.note(
        placeOf(this.base, child, below(basePointer, ...tokens)),
        placeOf(this.revision, other, below(pointer, ...otherTokens)),
        child,
        other,
        use,
      );
    }
  }
}

const placeOf = ({ document }: Contract, { $ref }: Schema, pointer: string): string =>
  typeof $ref === 'string' ? canonical(document, $ref) : pointer;

type Child = [
  tokens: (string | number)[],
  otherTokens: (string | number)[],
  base: Schema,
  revision: Schema,
];

function children(base: Schema, revision: Schema): Child[] {
  const single = [
    'items',
    'additionalProperties',
    'then',
    'else',
    'contains',
    'propertyNames',
  ].flatMap((key): Child[] => {
    const [one, other] = [base[key], revision[key]];
    return isObject(one) && isObject(other) ? [[[key], [key], one, other]] : [];
  });
  const named = ['properties', 'dependentSchemas'].flatMap((key): Child[] => {
    const [one, other] = [base[key], revision[key]];
    if (!isObject(one) || !isObject(other)) return [];
    return Object.keys(one).flatMap((name): Child[] => {
      const [before, after] = [one[name], other[name]];
      return isObject(before) && isObject(after) ? [[[key, name], [key, name], before, after]] : [];
    });
  });
  const listed = ['allOf', 'oneOf', 'anyOf', 'prefixItems'].flatMap((key): Child[] => {
    const [one, other] = [base[key], revision[key]];
    if (!Array.isArray(one) || !Array.isArray(other)) return [];
    const identify = (schema: unknown, index: number) =>
      isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref : String(index);
    const later = new Map(other.map((schema, index) => [identify(schema, index), index]));
    return one.flatMap((schema, index): Child[] => {
      const match = later.get(identify(schema, index));
      const after = match === undefined ? undefined : other[match];
      return match !== undefined && isObject(schema) && isObject(after)
        ? [[[key, index], [key, match], schema, after as Schema]]
        : [];
    });
  });
  return [...single, ...named, ...listed];
}
