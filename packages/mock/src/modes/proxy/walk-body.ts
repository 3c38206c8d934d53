import { schemasAt } from '@delivery-api/sandbox';
import { type Contract, type Schema, toPointer } from '@delivery-api/specs/contract';

/**
 * Visits a body and every value inside it, with the JSON Pointer of each value and the schemas that
 * apply to it. No schemas apply to a value that the contract does not define.
 *
 * @param visit returns `false` to skip the values inside the value
 */
export function walkBody(
  contract: Contract,
  schema: Schema,
  body: unknown,
  visit: (value: unknown, pointer: string, schemas: readonly Schema[]) => boolean,
): void {
  // All items of an array have the same schemas, so the cache uses index 0 for all items.
  const known = new Map<string, Schema[]>();
  const walk = (value: unknown, pointer: string, keys: readonly string[]): void => {
    const id = JSON.stringify(keys);
    const schemas = known.get(id) ?? schemasAt(contract, schema, keys);
    known.set(id, schemas);
    if (!visit(value, pointer, schemas) || typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value))
      walk(member, childPointer(pointer, name), [...keys, Array.isArray(value) ? '0' : name]);
  };
  walk(body, '', []);
}

/** Returns the JSON Pointer (RFC 6901) of a member. */
export const childPointer = (pointer: string, name: string): string =>
  pointer + toPointer(name).slice(1);
