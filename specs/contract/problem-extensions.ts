import type { Json, JsonObject } from './model.ts';
import { isObject } from './node.ts';

const core = new Set([
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'code',
  'request_id',
  'retryable',
]);

/**
 * `Problem` is written once for both interfaces. A bundle keeps only the extension members that its
 * own codes name, so that a reader of one
 * interface does not meet the vocabulary of the other; schemas that only those members used go with
 * them.
 *
 * @returns the document without them; the given one is left as it is
 */
export function withoutForeignExtensions(document: JsonObject): JsonObject {
  const copy = structuredClone(document);
  const components = copy.components as JsonObject | undefined;
  const schemas = components?.schemas as JsonObject | undefined;
  const problem = schemas?.Problem;
  if (
    !isObject(components) ||
    !isObject(schemas) ||
    !isObject(problem) ||
    !isObject(problem.properties)
  )
    return copy;
  const named = new Set(core);
  const groups = Object.values((components['x-error-catalogue'] ?? {}) as JsonObject);
  const used = usedCodes(copy);
  for (const group of groups) {
    for (const [code, entry] of Object.entries(group as JsonObject)) {
      const { scope, extensions } = entry as { scope?: string; extensions?: string[] };
      if (scope === 'server') used.add(code);
      if (used.has(code)) for (const member of extensions ?? []) named.add(member);
      else delete (group as JsonObject)[code];
    }
  }
  if (named.has('errors')) named.add('errors_truncated');
  for (const member of Object.keys(problem.properties))
    if (!named.has(member)) delete problem.properties[member];
  for (const [name, schema] of Object.entries(schemas))
    if (name.startsWith('Problem')) dropForeignMembers(schema, used);
  for (let before = -1; before !== Object.keys(schemas).length; ) {
    before = Object.keys(schemas).length;
    const text = JSON.stringify(copy);
    for (const name of Object.keys(schemas))
      if (name.startsWith('Problem') && !text.includes(`"#/components/schemas/${name}"`))
        delete schemas[name];
  }
  return copy;
}

/**
 * A member whose description begins with "With `code`:" belongs to those codes, and goes when this
 * document has none of them.
 */
function dropForeignMembers(schema: Json, used: ReadonlySet<string>): void {
  if (!isObject(schema) || !isObject(schema.properties)) return;
  for (const [member, { description }] of Object.entries(
    schema.properties as Record<string, JsonObject>,
  )) {
    const owners =
      /^With ((?:`\w+`(?:, | and )?)+):/.exec(String(description))?.[1]?.match(/\w+(?=`)/g) ?? [];
    if (owners.length > 0 && !owners.some((code) => used.has(code)))
      delete schema.properties[member];
  }
}

function usedCodes(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const item of node) usedCodes(item, found);
  else if (isObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (key === 'x-problem-codes') for (const code of value as string[]) found.add(code);
      else usedCodes(value, found);
    }
  }
  return found;
}
