import type { Schema } from './validate.ts';

/** Returns the schema of an object that has only these members. */
export const object = <Value>(
  properties: Readonly<Record<keyof Value & string, Schema>>,
  required: readonly (keyof Value & string)[] = [],
): Schema<Value> => ({ type: 'object', properties, required, additionalProperties: false });

/** Returns the schema of a string with 1 to `maxLength` characters. */
export const nonEmptyString = (maxLength = 200): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength,
});

export const integer = (minimum: number, maximum: number): Schema => ({
  type: 'integer',
  minimum,
  maximum,
});

/** Returns the schema of a number in a range, with a description for error messages. */
export const number = (minimum: number, maximum: number): Schema => ({
  type: 'number',
  minimum,
  maximum,
  description: `a number from ${minimum} to ${maximum.toLocaleString('en')}`,
});

export const array = (items: Schema, maxItems: number): Schema => ({
  type: 'array',
  items,
  maxItems,
});

export const enumOf = (...values: readonly string[]): Schema => ({ enum: values });
export const boolean: Schema = { type: 'boolean', description: 'true or false' };
export const anyObject: Schema = { type: 'object' };
