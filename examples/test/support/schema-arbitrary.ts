import {
  type Contract,
  enumValuesOf,
  isObject,
  type Json,
  type Schema,
} from '@delivery-api/specs/contract';
import fc from 'fast-check';

const defaultMaxLength = 1000;
/** Maximum absolute value of integers, so that sums of amounts are safe integers. */
const maxInteger = 1_000_000;
const maxDepth = 5;

/**
 * Generates values of a schema. Each optional property is in most values. Integers, and strings
 * without a `format`, often have their maximum value or length. Ignores `if`, `not` and
 * `uniqueItems`, so filter the values with a validator.
 */
export function arbitraryOf(contract: Contract, written: Schema, depth = 0): fc.Arbitrary<Json> {
  const schema = contract.deref(written);
  const nested = (one: unknown): fc.Arbitrary<Json> =>
    arbitraryOf(contract, one as Schema, depth + 1);
  if (Array.isArray(schema.oneOf)) return fc.oneof(...schema.oneOf.map(nested));
  if ('const' in schema) return fc.constant(schema.const as Json);
  const values = enumValuesOf(schema);
  if (values !== undefined) return fc.constantFrom<Json[]>(...values);
  switch (schema.type) {
    case 'object': {
      const properties = isObject(schema.properties) ? schema.properties : {};
      const model = Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, nested(property)]),
      );
      return fc.record(model, { requiredKeys: (schema.required ?? []) as string[] });
    }
    case 'array': {
      const minLength = Number(schema.minItems ?? 0);
      if (depth > maxDepth && minLength === 0) return fc.constant([]);
      return fc.array(nested(schema.items), { minLength, maxLength: minLength + 1 });
    }
    case 'boolean':
      return fc.boolean();
    case 'integer': {
      const max = Math.min(Number(schema.maximum ?? maxInteger), maxInteger);
      const min = Math.max(Number(schema.minimum ?? 0), -maxInteger);
      return fc.oneof(fc.integer({ min, max }), fc.constant(max));
    }
    case 'number':
      return fc.double({
        min: Number(schema.minimum),
        max: Number(schema.maximum),
        noNaN: true,
      });
    case 'string':
      return stringOf(schema);
    default:
      throw new Error(`schema-arbitrary: add the type ${JSON.stringify(schema.type)}.`);
  }
}

function stringOf(schema: Schema): fc.Arbitrary<Json> {
  const max = Number(schema.maxLength ?? defaultMaxLength);
  const min = Number(schema.minLength ?? 0);
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema.format === 'uri') return fc.webUrl().filter(({ length }) => length <= max);
  if (schema.format === 'email') return fc.emailAddress();
  if (typeof schema.pattern === 'string') {
    const pattern = new RegExp(schema.pattern, 'u');
    const matching = fc
      .stringMatching(pattern)
      .map((text) => text.slice(0, max))
      .filter((text) => text.length >= min && pattern.test(text));
    const longest = matching.map((text) => {
      const padded = text.padEnd(max, text.at(-1));
      return pattern.test(padded) ? padded : text;
    });
    return fc.oneof(matching, longest);
  }
  // A code point outside the Basic Multilingual Plane has two UTF-16 units, but `maxLength` counts
  // it as one character.
  const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
  return fc.oneof(
    fc.string({ unit: 'binary', minLength: min, maxLength: Math.min(max, min + 10) }),
    character.map((one) => one.repeat(max)),
  );
}
