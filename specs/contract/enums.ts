import { isObject } from './json.ts';
import type { Json, JsonObject, Schema } from './model.ts';

/** Maximum length of a value of an extensible enum, in characters. */
const maxValueLength = 64;

/**
 * Returns the values of an enum: all values of a fixed enum (`enum`), or the known values of an
 * extensible enum (`x-extensible-enum`).
 *
 * @returns undefined if the schema is not an enum
 */
export function enumValuesOf(schema: Schema): Json[] | undefined {
  const values = schema.enum ?? schema['x-extensible-enum'];
  return Array.isArray(values) ? values : undefined;
}

/** Returns whether a schema is an extensible enum, so that clients must expect unknown values. */
export const isExtensibleEnum = (schema: Schema): boolean =>
  Array.isArray(schema['x-extensible-enum']);

/**
 * Completes the extensible enums of a bundle for tools that ignore `x-extensible-enum`. Adds
 * constraints that later values also satisfy, adds every known value as an example, and lists the
 * values with their meanings in the description.
 *
 * @returns a copy
 */
export function expandExtensibleEnums<Node extends Json>(node: Node): Node {
  if (Array.isArray(node)) return node.map(expandExtensibleEnums) as Node;
  if (!isObject(node)) return node;
  const copy: JsonObject = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'examples' || key.startsWith('x-') ? value : expandExtensibleEnums(value),
    ]),
  );
  return (isExtensibleEnum(copy) ? expand(copy) : copy) as Node;
}

function expand(schema: JsonObject): JsonObject {
  const { type, description, examples, ...rest } = schema;
  const shown = Array.isArray(examples) ? examples : [];
  return {
    type: type ?? 'string',
    maxLength: maxValueLength,
    pattern: '^[a-z0-9_]+$',
    description: `${String(description).trim()}\n\n${valueList(schema)}`,
    examples: [...new Set([...shown, ...(enumValuesOf(schema) ?? [])])],
    ...rest,
  };
}

/** Returns the description of a schema without the list of enum values that the bundle adds. */
export function ownDescription(schema: Schema): string {
  const description = String(schema.description ?? '');
  return isExtensibleEnum(schema)
    ? description.replace(`\n\n${valueList(schema)}`, '')
    : description;
}

function valueList(schema: Schema): string {
  const meanings = isObject(schema['x-enumDescriptions']) ? schema['x-enumDescriptions'] : {};
  const items = (enumValuesOf(schema) ?? []).map((value) => {
    const meaning = meanings[String(value)];
    return `- \`${value}\`${meaning === undefined ? '' : `: ${meaning}`}`;
  });
  return `Known values; later minor versions can add values:\n\n${items.join('\n')}`;
}
