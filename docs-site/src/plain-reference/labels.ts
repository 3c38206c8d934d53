import {
  type Contract,
  enumValuesOf,
  isExtensibleEnum,
  type Json,
  type Schema,
} from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import { schemaAnchor } from './anchors.ts';
import { code, type Inline, join, link } from './blocks.ts';

/** Returns a value as JSON. Strings have no quotation marks. */
export const jsonValue = (value: Json): Inline =>
  code(typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the name of the component schema that a schema refers to. */
export const refName = (schema: Schema): string | undefined =>
  /^#\/components\/schemas\/([^/]+)$/.exec(String(schema.$ref ?? ''))?.[1];

export const schemaLink = (name: string): Inline => link(name, `#${schemaAnchor(name)}`);

/** Returns the type of a schema: `string (date-time)`, `array of Item`. */
export function typeOf(schema: Schema): Inline {
  const name = refName(schema);
  if (name !== undefined) return schemaLink(name);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any value'];
  if (types.includes('array')) return ['array of ', typeOf((schema.items ?? {}) as Schema)];
  const type = types.join(' or ');
  return typeof schema.format === 'string' ? `${type} (${schema.format})` : type;
}

/** Labels a range, such as `1 to 5 entries`. A minimum of 0 is no constraint. */
function range(
  low: Json | undefined,
  high: Json | undefined,
  singular: string,
  plural: string,
): string | undefined {
  const count = (value: Json): string => `${value} ${value === 1 ? singular : plural}`;
  if (low !== undefined && low === high) return `exactly ${count(low)}`;
  if (low === undefined || low === 0)
    return high === undefined ? undefined : `at most ${count(high)}`;
  return high === undefined ? `at least ${count(low)}` : `${low} to ${count(high)}`;
}

/** Keywords that other parts of the reference show: as type, text, fields or rules. */
const shownElsewhere = new Set(
  '$ref type format items description title examples example required properties enum if then else not oneOf dependentRequired discriminator'.split(
    ' ',
  ),
);

/** Labels a pair of keywords, such as `minLength` and `maxLength`, once. */
const pair = (low: string, high: string, singular: string, plural: string): typeof labels => ({
  [low]: (schema) => range(schema[low], schema[high], singular, plural),
  [high]: (schema) =>
    schema[low] === undefined ? range(undefined, schema[high], singular, plural) : undefined,
});

/** A label for each keyword that constrains a value. */
const labels: Record<string, (schema: Schema, contract: Contract) => Inline | undefined> = {
  ...pair('minLength', 'maxLength', 'character', 'characters'),
  ...pair('minItems', 'maxItems', 'entry', 'entries'),
  ...pair('minProperties', 'maxProperties', 'member', 'members'),
  pattern: ({ pattern }) => ['pattern ', code(pattern)],
  minimum: ({ minimum, maximum }) =>
    maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`,
  maximum: ({ minimum, maximum }) => (minimum === undefined ? `at most ${maximum}` : undefined),
  uniqueItems: ({ uniqueItems }) => (uniqueItems === true ? 'unique entries' : undefined),
  propertyNames: ({ propertyNames }, contract) => [
    'each name: ',
    join(constraints(propertyNames as Schema, contract)),
  ],
  additionalProperties: ({ additionalProperties: rest }, contract) =>
    typeof rest === 'object'
      ? ['each value: ', join([typeOf(rest as Schema), ...constraints(rest as Schema, contract)])]
      : undefined,
  const: ({ const: value }) => ['always ', jsonValue(value as Json)],
  default: ({ default: value }) => ['default ', jsonValue(value as Json)],
  deprecated: ({ deprecated }) =>
    deprecated === true ? { kind: 'strong', text: 'deprecated' } : undefined,
  'x-sunset': ({ 'x-sunset': day }) => `removal on ${day} at the earliest`,
  readOnly: ({ readOnly }) => (readOnly === true ? 'only in responses' : undefined),
  writeOnly: ({ writeOnly }) => (writeOnly === true ? 'only in requests' : undefined),
  'x-extensible-enum': () => 'new values can be added',
};

/**
 * Returns a label for each constraint of a value.
 *
 * @throws {SiteError} that names a keyword without a label, so that no constraint is lost
 */
export function constraints(schema: Schema, contract: Contract): Inline[] {
  const found: Inline[] = [];
  for (const key of Object.keys(schema)) {
    const label = labels[key];
    if (label === undefined && !shownElsewhere.has(key) && !key.startsWith('x-'))
      throw new SiteError(
        `docs-site/src/plain-reference/labels.ts: the schema keyword '${key}' has no label. Add one.`,
      );
    const text = label?.(schema, contract);
    if (text !== undefined) found.push(text);
  }
  const target = refName(schema) === undefined ? undefined : contract.deref(schema);
  if (target?.properties === undefined && target?.type !== 'object' && target !== undefined)
    found.push(...constraints(target, contract));
  const values = enumValuesOf(schema);
  if (values !== undefined) found.push(['values ', code(values.join(' | '))]);
  const items = schema.items as Schema | undefined;
  const each = items === undefined ? [] : constraints(items, contract);
  if (each.length > 0) found.push(['each entry: ', join(each)]);
  return found;
}

/**
 * Returns a label with the examples of a value; `undefined` without examples.
 *
 * @param given replaces the examples of the schema
 */
export function exampleLabel(schema: Schema, given?: Json): Inline | undefined {
  const shown = isExtensibleEnum(schema) ? [] : ((schema.examples ?? []) as Json[]);
  const examples = given === undefined ? shown : [given];
  return examples.length === 0 ? undefined : ['example ', join(examples.map(jsonValue))];
}
