import { type Contract, isObject, type Json, type Schema } from '@delivery-api/specs/contract';
import { member } from './menu-entities.ts';

/** The branch of a union that a body selects by its discriminator. */
export interface UnionBranch {
  /** The index of the branch in `oneOf`; -1 if the body selects no branch. */
  index: number;
  /** The schema of the branch. Without a branch, a schema that requires only the discriminator. */
  schema: Schema;
}

/**
 * Returns the branch of a union that a body selects, so that only this branch reports errors
 * (contract: `SubmitMenuRequest`).
 *
 * @returns `undefined` if the schema is not a union
 */
export function unionBranch(
  contract: Contract,
  schema: Schema,
  body: unknown,
): UnionBranch | undefined {
  const union = contract.deref(schema);
  const { propertyName: name } = (union.discriminator ?? {}) as { propertyName?: string };
  if (name === undefined || !Array.isArray(union.oneOf)) return undefined;
  const branches = union.oneOf.filter(isObject).map((branch) => contract.deref(branch));
  const values = branches.map((branch) => onlyValueOf(contract, branch, name));
  const value = member(body, name);
  const index = values.indexOf(value as Json);
  const { [index]: selected } = branches;
  const withoutBranch: Schema = {
    type: 'object',
    required: [name],
    properties: { [name]: { type: 'string', enum: values } },
  };
  return { index, schema: selected ?? withoutBranch };
}

/** Returns the only value of the discriminator in a branch. */
function onlyValueOf(contract: Contract, { properties }: Schema, name: string): Json {
  const property = isObject(properties) ? properties[name] : undefined;
  if (!isObject(property)) return null;
  const schema = contract.deref(property);
  return schema.const ?? (Array.isArray(schema.enum) ? (schema.enum[0] ?? null) : null);
}
