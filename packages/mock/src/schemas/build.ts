import type { Schema } from './validate.ts';

/** A schema of an object with these members and no others. */
export const object = <Value>(
  properties: Readonly<Record<keyof Value & string, Schema>>,
  required: readonly (keyof Value & string)[] = [],
): Schema<Value> => ({ type: 'object', properties, required, additionalProperties: false });

/** A schema of a text of 1 to `maxLength` characters. */
export const text = (maxLength = 200): Schema => ({ type: 'string', minLength: 1, maxLength });

export const integer = (minimum: number, maximum: number): Schema => ({
  type: 'integer',
  minimum,
  maximum,
});

/** A schema of a number in a range, with the description that error messages use. */
export const number = (minimum: number, maximum: number): Schema => ({
  type: 'number',
  minimum,
  maximum,
  description: `a number from ${minimum} to ${maximum.toLocaleString('en')}`,
});

export const list = (items: Schema, maxItems: number): Schema => ({
  type: 'array',
  items,
  maxItems,
});

export const oneOf = (...values: readonly string[]): Schema => ({ enum: values });
export const boolean: Schema = { type: 'boolean', description: 'true or false' };
export const anyObject: Schema = { type: 'object' };
