import { isObject } from './json.ts';
import type { Json, JsonObject } from './model.ts';

/** Members that every problem has. */
const coreMembers = [
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'code',
  'request_id',
  'retryable',
];

/**
 * Removes the problem codes that the interface never returns, the members of `Problem` that only
 * those codes have, and the schemas that are then unused. Both interfaces share the source
 * of `Problem`, but a bundle must not contain parts that only the other interface uses.
 *
 * @returns a copy; the given document does not change
 */
export function removeUnusedProblems(document: JsonObject): JsonObject {
  const copy = structuredClone(document);
  const { components } = copy;
  if (!isObject(components) || !isObject(components.schemas)) return copy;
  const { schemas } = components;
  if (!isObject(schemas.Problem) || !isObject(schemas.Problem.properties)) return copy;
  const usedCodes = collectCodes(copy);
  const usedMembers = new Set(coreMembers);
  for (const group of Object.values(components['x-error-catalogue'] ?? {})) {
    for (const [code, entry] of Object.entries(group as JsonObject)) {
      const {
        scope,
        extensions = [],
        optional_extensions: optional = [],
      } = entry as { scope?: string; extensions?: string[]; optional_extensions?: string[] };
      if (scope === 'server') usedCodes.add(code);
      if (usedCodes.has(code))
        for (const member of [...extensions, ...optional]) usedMembers.add(member);
      else delete (group as JsonObject)[code];
    }
  }
  if (usedMembers.has('errors')) usedMembers.add('errors_truncated');
  for (const member of Object.keys(schemas.Problem.properties))
    if (!usedMembers.has(member)) delete schemas.Problem.properties[member];
  for (const [name, schema] of Object.entries(schemas))
    if (name.startsWith('Problem')) removeMembersOfOtherCodes(schema, usedCodes);
  removeUnreferencedSchemas(copy, schemas);
  return copy;
}

/**
 * Removes each member whose description begins with the codes that have the member, such as "With
 * `a` and `b`:", if the interface returns none of these codes.
 */
function removeMembersOfOtherCodes(schema: Json, usedCodes: ReadonlySet<string>): void {
  if (!isObject(schema) || !isObject(schema.properties)) return;
  for (const [member, property] of Object.entries(schema.properties)) {
    const description = isObject(property) ? String(property.description) : '';
    const codes =
      /^With ((?:`\w+`(?:, | and )?)+):/.exec(description)?.[1]?.match(/\w+(?=`)/g) ?? [];
    if (codes.length > 0 && !codes.some((code) => usedCodes.has(code)))
      delete schema.properties[member];
  }
}

/**
 * Removes schemas that nothing refers to. Repeats this, because a removed schema can contain the
 * last reference to another schema.
 */
function removeUnreferencedSchemas(document: JsonObject, schemas: JsonObject): void {
  for (let before = -1; before !== Object.keys(schemas).length; ) {
    before = Object.keys(schemas).length;
    const text = JSON.stringify(document);
    for (const name of Object.keys(schemas))
      if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
}

function collectCodes(node: Json | undefined, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const item of node) collectCodes(item, found);
  else if (isObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (key === 'x-problem-codes') for (const code of value as string[]) found.add(code);
      else collectCodes(value, found);
    }
  }
  return found;
}
