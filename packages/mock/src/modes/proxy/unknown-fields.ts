import { schemasAt } from '@delivery-api/sandbox/validation/schema-at.ts';
import type { Contract, Schema } from '@delivery-api/specs/contract';

/**
 * The JSON Pointers of all members of a body that the contract does not name. Members of open maps
 * are not looked into.
 */
export function unknownFields(contract: Contract, schema: Schema, body: unknown): string[] {
  const found: string[] = [];
  // All entries of an array have the same schemas, so those of the first stand for all.
  const known = new Map<string, Schema[]>();
  const look = (value: unknown, pointer: string, keys: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries())
        look(entry, `${pointer}/${index}`, [...keys, '0']);
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
      if (names.has(name)) look(member, place, [...keys, name]);
      else found.push(place);
    }
  };
  look(body, '', []);
  return found;
}
