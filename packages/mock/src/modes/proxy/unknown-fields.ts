import type { Contract, Schema } from '@delivery-api/specs/contract';
import { childPointer, walkBody } from './walk-body.ts';

/**
 * Returns the JSON Pointers of all members that the contract does not define. Skips maps and
 * objects for which the contract defines no members.
 */
export function unknownFields(contract: Contract, schema: Schema, body: unknown): string[] {
  const found: string[] = [];
  walkBody(contract, schema, body, (value, pointer, schemas) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
    const names = new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})));
    if (
      names.size === 0 ||
      schemas.some(({ additionalProperties }) => typeof additionalProperties === 'object')
    )
      return false;
    const unknown = Object.keys(value).filter((name) => !names.has(name));
    found.push(...unknown.map((name) => childPointer(pointer, name)));
    return true;
  });
  return found;
}
