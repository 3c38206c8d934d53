import {
  isExtensibleEnum,
  isObject,
  type Json,
  type JsonObject,
  ownDescription,
} from '@delivery-api/specs/contract';

const singleKeywords = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
  'not',
];
const mapKeywords = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];
const listKeywords = ['allOf', 'oneOf', 'anyOf', 'prefixItems'];
const branchKeywords = ['if', 'then', 'else', 'not'];

/** Values that mean the same as an absent keyword. */
const defaultValues: Readonly<Record<string, Json>> = {
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  uniqueItems: false,
  additionalProperties: true,
  unevaluatedProperties: true,
  unevaluatedItems: true,
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  minContains: 1,
};

const annotations = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
]);

/** Rewrites a schema so that equivalent notations are equal. Returns a copy. */
export function normalizeSchema(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const copy: JsonObject = { ...schema };
  for (const key of singleKeywords) if (isObject(copy[key])) copy[key] = normalizeSchema(copy[key]);
  for (const key of mapKeywords) normalizeMembers(copy, key);
  for (const key of listKeywords)
    if (Array.isArray(copy[key])) copy[key] = copy[key].map(normalizeSchema);
  for (const key of branchKeywords)
    if (isObject(copy[key])) copy[key] = withoutUnconstrainedProperties(copy[key]);
  for (const [key, value] of Object.entries(defaultValues))
    if (copy[key] === value || (value === true && isEmpty(copy[key]))) delete copy[key];
  const flat = withoutSingleAllOf(withoutNullBranch(copy));
  normalizeType(flat);
  normalizeBounds(flat);
  normalizeExtensibleEnum(flat);
  return flat;
}

function normalizeMembers(schema: JsonObject, key: string): void {
  const members = schema[key];
  if (isObject(members))
    schema[key] = Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, normalizeSchema(member)]),
    );
}

const isEmpty = (value: Json | undefined): boolean =>
  isObject(value) && Object.keys(value).length === 0;

/**
 * Removes the properties of a branch that have no constraint and only repeat a name for strict
 * validators. Keeps them next to `additionalProperties`, because they change its effect.
 */
function withoutUnconstrainedProperties(branch: JsonObject): JsonObject {
  const { properties, ...rest } = branch;
  if (!isObject(properties) || 'additionalProperties' in rest) return branch;
  const kept = Object.entries(properties).filter(
    ([, member]) =>
      member !== true && Object.keys(member as JsonObject).some((key) => !annotations.has(key)),
  );
  return kept.length === 0 ? rest : { ...rest, properties: Object.fromEntries(kept) };
}

/**
 * Replaces an `allOf` that has one branch with the keywords of that branch. Returns the schema
 * unchanged if it also has keywords other than annotations and extensions.
 */
function withoutSingleAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  const [branch, ...others] = Array.isArray(allOf) ? allOf : [];
  if (!isObject(branch) || others.length > 0 || '$ref' in rest) return schema;
  const hasOnlyAnnotations = Object.keys(rest).every(
    (key) => annotations.has(key) || isExtension(key),
  );
  return hasOnlyAnnotations ? { ...branch, ...rest } : schema;
}

const isExtension = (key: string): boolean => key.startsWith('x-');

/** Replaces an `anyOf` or `oneOf` of one type and `null` with a `type` array. */
function withoutNullBranch(schema: JsonObject): JsonObject {
  for (const key of ['anyOf', 'oneOf']) {
    const branches = schema[key];
    if (!Array.isArray(branches) || branches.length !== 2 || 'type' in schema) continue;
    const other = branches.find((branch) => !isNull(branch));
    if (!branches.some(isNull) || !isObject(other)) continue;
    const { type } = other;
    const isPlain = typeof type === 'string' && !('enum' in other) && !('$ref' in other);
    const { [key]: _, ...rest } = schema;
    if (isPlain && Object.keys(rest).every((name) => annotations.has(name)))
      return { ...other, ...rest, type: [type, 'null'] };
  }
  return schema;
}

const isNull = (schema: Json): boolean =>
  isObject(schema) && schema.type === 'null' && Object.keys(schema).length === 1;

/**
 * Sorts a `type` array, replaces an array of one type with the type, and replaces a string, number
 * or Boolean `const` with `enum`.
 */
function normalizeType(schema: JsonObject): void {
  const { type } = schema;
  if (Array.isArray(type))
    schema.type = type.length === 1 ? (type[0] as Json) : type.map(String).toSorted();
  const { const: value } = schema;
  if (value === undefined || typeof value === 'object' || 'enum' in schema) return;
  schema.enum = [value];
  delete schema.const;
}

/** Removes what bundling adds: the list of values in the description, and the examples. */
function normalizeExtensibleEnum(schema: JsonObject): void {
  if (!isExtensibleEnum(schema)) return;
  if (schema.description !== undefined) schema.description = ownDescription(schema);
  delete schema.examples;
}

/** Writes exclusive bounds of integers as inclusive bounds. */
function normalizeBounds(schema: JsonObject): void {
  if (schema.type !== 'integer') return;
  for (const [exclusive, inclusive, step] of [
    ['exclusiveMinimum', 'minimum', 1],
    ['exclusiveMaximum', 'maximum', -1],
  ] as const) {
    const bound = schema[exclusive];
    if (typeof bound !== 'number' || !Number.isInteger(bound) || inclusive in schema) continue;
    schema[inclusive] = bound + step;
    delete schema[exclusive];
  }
}
