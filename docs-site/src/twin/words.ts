import type { Contract, Json, Schema } from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import { schemaAnchor } from './anchors.ts';

/** Code in Markdown, also when it has backticks in it. */
export function tick(value: unknown): string {
  const text = String(value);
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A value as it is written in JSON; a string without its quotation marks. */
export const written = (value: Json): string =>
  tick(typeof value === 'string' ? value : JSON.stringify(value));

/** `a`, `a and b`, `a, b and c`. */
export const listing = (parts: readonly string[], last = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;

export const refName = (schema: Schema): string | undefined =>
  /^#\/components\/schemas\/([^/]+)$/.exec(String(schema.$ref ?? ''))?.[1];

export const schemaLink = (name: string): string => `[${name}](#${schemaAnchor(name)})`;

/** What a schema is, as a line: `string (date-time)`, `array of [Item](#schema-item)`. */
export function typeOf(schema: Schema): string {
  const name = refName(schema);
  if (name !== undefined) return schemaLink(name);
  const kinds = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any value'];
  const kind = kinds.join(' or ');
  if (kinds.includes('array')) return `array of ${typeOf((schema.items ?? {}) as Schema)}`;
  return typeof schema.format === 'string' ? `${kind} (${schema.format})` : kind;
}

const range = (low: Json | undefined, high: Json | undefined, unit: string): string | undefined => {
  if (low === undefined && high === undefined) return undefined;
  const units = (count: Json): string =>
    `${count} ${count === 1 && unit.endsWith('ies') ? unit.replace(/ies$/, 'y') : unit}`;
  if (low === high) return `exactly ${units(low as Json)}`;
  if (low === undefined || low === 0)
    return high === undefined ? undefined : `at most ${units(high)}`;
  return high === undefined ? `at least ${units(low)}` : `${low} to ${units(high)}`;
};

/**
 * What says nothing about the value itself, or is said elsewhere: in the type, in the text, as
 * fields, as rules.
 */
const saidElsewhere = new Set(
  '$ref type format items description title examples example required properties enum if then else not oneOf dependentRequired discriminator'.split(
    ' ',
  ),
);

/** Each keyword that limits a value, as words. */
const words: Record<string, (schema: Schema, contract: Contract) => string | undefined> = {
  minLength: ({ minLength, maxLength }) => range(minLength, maxLength, 'characters'),
  maxLength: ({ minLength, maxLength }) =>
    minLength === undefined ? range(undefined, maxLength, 'characters') : undefined,
  pattern: ({ pattern }) => `pattern ${tick(pattern)}`,
  minimum: ({ minimum, maximum }) =>
    maximum === undefined ? `at least ${minimum}` : `from ${minimum} to ${maximum}`,
  maximum: ({ minimum, maximum }) => (minimum === undefined ? `at most ${maximum}` : undefined),
  minItems: ({ minItems, maxItems }) => range(minItems, maxItems, 'entries'),
  maxItems: ({ minItems, maxItems }) =>
    minItems === undefined ? range(undefined, maxItems, 'entries') : undefined,
  uniqueItems: ({ uniqueItems }) => (uniqueItems === true ? 'no entry twice' : undefined),
  minProperties: ({ minProperties, maxProperties }) =>
    range(minProperties, maxProperties, 'members'),
  maxProperties: ({ minProperties, maxProperties }) =>
    minProperties === undefined ? range(undefined, maxProperties, 'members') : undefined,
  propertyNames: ({ propertyNames }, contract) =>
    `each name: ${limits(propertyNames as Schema, contract).join(', ')}`,
  additionalProperties: ({ additionalProperties: rest }, contract) =>
    typeof rest === 'object'
      ? `each value: ${[typeOf(rest as Schema), ...limits(rest as Schema, contract)].join(', ')}`
      : undefined,
  const: ({ const: value }) => `always ${written(value as Json)}`,
  default: ({ default: value }) => `default ${written(value as Json)}`,
  deprecated: ({ deprecated }) => (deprecated === true ? '**deprecated**' : undefined),
  'x-sunset': ({ 'x-sunset': day }) => `may be gone from ${day}`,
  readOnly: ({ readOnly }) => (readOnly === true ? 'only in answers' : undefined),
  writeOnly: ({ writeOnly }) => (writeOnly === true ? 'only in requests' : undefined),
  'x-extensible-enum': ({ 'x-extensible-enum': open }) =>
    open === true ? 'new values may come' : undefined,
};

/**
 * The constraints of a value, each in words.
 *
 * @throws {SiteError} naming a keyword that no words are known for, so that none is lost without notice
 */
export function limits(schema: Schema, contract: Contract): string[] {
  const found: string[] = [];
  for (const key of Object.keys(schema)) {
    const say = words[key];
    if (say === undefined && !saidElsewhere.has(key) && !key.startsWith('x-'))
      throw new SiteError(
        `docs-site/src/twin/words.ts: the keyword '${key}' of a schema has no words yet. Add some.`,
      );
    const said = say?.(schema, contract);
    if (said !== undefined) found.push(said);
  }
  const target = refName(schema) === undefined ? undefined : contract.deref(schema);
  if (target?.properties === undefined && target?.type !== 'object' && target !== undefined)
    found.push(...limits(target, contract));
  const values = schema.enum as Json[] | undefined;
  if (values !== undefined) found.push(`values ${tick(values.join(' | '))}`);
  const items = schema.items as Schema | undefined;
  const each = items === undefined ? [] : limits(items, contract);
  if (each.length > 0) found.push(`each entry: ${each.join(', ')}`);
  return found;
}

/** The examples that stand at a value itself. */
export const exampleWords = (schema: Schema, given?: Json): string | undefined => {
  const examples = given === undefined ? ((schema.examples ?? []) as Json[]) : [given];
  return examples.length === 0 ? undefined : `example ${examples.map(written).join(', ')}`;
};
