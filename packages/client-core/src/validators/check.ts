import { hasFormat } from './formats.js';
import type { JsonType, Schema, SchemaReference } from './schema.js';

/** A difference between a value and a schema. */
export interface ValidationIssue {
  /**
   * Text to append to the location, such as `must be a string; got a number` or `is missing`. It
   * never contains the value, which can be personal data.
   */
  readonly message: string;
  /** Property names and array indexes from the root to the value; empty for the root. */
  readonly path: readonly (string | number)[];
}

type Path = ValidationIssue['path'];
type Fail = (message: string, ...below: Path) => void;

/**
 * Returns the differences between a value and a schema; empty if the value is valid. For a value of
 * the wrong type, the type is the only difference.
 */
export function check(
  reference: SchemaReference,
  value: unknown,
  path: Path = [],
): ValidationIssue[] {
  const schema = typeof reference === 'function' ? reference() : reference;
  const issues: ValidationIssue[] = [];
  const fail: Fail = (message, ...below) => issues.push({ message, path: [...path, ...below] });
  const descend = (inner: SchemaReference | undefined, item: unknown, ...below: Path): void => {
    if (inner) issues.push(...check(inner, item, [...path, ...below]));
  };
  const types = [schema.type ?? []].flat() as JsonType[];
  if (types.length > 0 && !types.some((type) => isType(value, type))) {
    fail(`must be ${types.map(withArticle).join(' or ')}; got ${withArticle(typeName(value))}`);
    return issues;
  }
  if (schema.enum && !schema.enum.includes(value)) fail(`must be one of ${schema.enum.join(', ')}`);
  if (schema.const !== undefined && value !== schema.const) fail(`must be ${schema.const}`);
  if (typeof value === 'string') checkString(schema, value, fail);
  if (typeof value === 'number') checkNumber(schema, value, fail);
  if (Array.isArray(value)) checkArray(schema, value, fail, descend);
  else if (typeof value === 'object' && value) checkObject(schema, value, fail, descend);
  if (schema.if) descend(check(schema.if, value).length > 0 ? schema.else : schema.then, value);
  return issues;
}

function checkString({ minLength, maxLength, pattern, format }: Schema, text: string, fail: Fail) {
  if (minLength !== undefined || maxLength !== undefined)
    checkRange([...text].length, minLength, maxLength, 'have', 'character', fail);
  if (pattern && !pattern.test(text)) fail(`must match ${pattern.source}`);
  if (format && !hasFormat(text, format)) fail(`must have the format ${format}`);
}

const checkNumber = ({ minimum, maximum }: Schema, value: number, fail: Fail) =>
  checkRange(value, minimum, maximum, 'be', undefined, fail);

function checkArray(
  { items, minItems, maxItems, uniqueItems }: Schema,
  list: unknown[],
  fail: Fail,
  descend: (schema: SchemaReference | undefined, item: unknown, index: number) => void,
): void {
  checkRange(list.length, minItems, maxItems, 'have', 'item', fail);
  if (uniqueItems && new Set(list.map((item) => JSON.stringify(item))).size < list.length)
    fail('must have unique items');
  for (const [index, item] of list.entries()) descend(items, item, index);
}

function checkObject(
  schema: Schema,
  object: object,
  fail: Fail,
  descend: (schema: SchemaReference | undefined, item: unknown, ...below: Path) => void,
): void {
  const { properties, additionalProperties, propertyNames, discriminator } = schema;
  const require = (name: string) => {
    if (!Object.hasOwn(object, name)) fail('is missing', name);
  };
  for (const name of schema.required ?? []) require(name);
  for (const [name, others] of Object.entries(schema.dependentRequired ?? {}))
    if (Object.hasOwn(object, name)) others.forEach(require);
  const entries = Object.entries(object);
  checkRange(entries.length, undefined, schema.maxProperties, 'have', 'property', fail);
  for (const [name, member] of entries) {
    if (propertyNames) descend(propertyNames, name);
    descend(own(properties, name) ?? additionalProperties, member, name);
  }
  if (!discriminator) return;
  const { property, schemas } = discriminator;
  const selected = own(schemas, String(own(object, property)));
  if (selected) descend(selected, object);
  else fail(`must be one of ${Object.keys(schemas).join(', ')}`, property);
}

function checkRange(
  value: number,
  least: number | undefined,
  most: number | undefined,
  verb: string,
  unit: string | undefined,
  fail: Fail,
): void {
  const text = (limit: number) =>
    unit === undefined ? limit : `${limit} ${limit === 1 ? unit : `${unit}s`.replace('ys', 'ies')}`;
  if (least !== undefined && value < least) fail(`must ${verb} at least ${text(least)}`);
  if (most !== undefined && value > most) fail(`must ${verb} at most ${text(most)}`);
}

/** Returns an own property; `undefined` for inherited properties such as `constructor`. */
const own = <Value>(record: object | undefined, name: string): Value | undefined =>
  record && Object.hasOwn(record, name) ? (record as Record<string, Value>)[name] : undefined;

const isType = (value: unknown, type: JsonType): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeName(value) === type;

/** Returns a type with its article, such as `an object`; `null` has no article. */
const withArticle = (type: string): string =>
  type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
