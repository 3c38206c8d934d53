import { schemasAt } from '@delivery-api/sandbox';
import type { Contract, Schema } from '@delivery-api/specs/contract';

/** Returns the JSON Pointers of all members that the contract does not define, except in maps. */
export function unknownFields(contract: Contract, schema: Schema, body: unknown): string[] {
  const found: string[] = [];
  // All items of an array have the same schemas, so the cache uses the index 0 for all.
  const known = new Map<string, Schema[]>();
  const visit = (value: unknown, pointer: string, keys: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries())
        visit(entry, `${pointer}/${index}`, [...keys, '0']);
      return;
    }
    const id = JSON.stringify(keys);
    const schemas = known.get(id) ?? schemasAt(contract, schema, keys);
    known.set(id, schemas);
    const names = new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})));
    if (
      names.size === 0 ||
      schemas.some(({ additionalProperties }) => typeof additionalProperties === 'object')
    )
      return;
    for (const [name, member] of Object.entries(value)) {
      const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (names.has(name)) visit(member, place, [...keys, name]);
      else found.push(place);
    }
  };
  visit(body, '', []);
  return found;
}
