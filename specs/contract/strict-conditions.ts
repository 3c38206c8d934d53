import { isDeepStrictEqual } from 'node:util';
import { isObject } from './json.ts';
import type { Json, JsonObject } from './model.ts';

const branchKeywords = ['if', 'then', 'else', 'not'];

const repeated = { description: 'Repeated for validators in strict mode.' };

/**
 * Repeats the names that a condition requires or excludes as `properties: {name: {…}}` in the same
 * branch, because Ajv in strict mode accepts a name in `required` only if the same schema defines
 * it. `additionalProperties: true` is for linters that otherwise reject all other properties in
 * examples. Each repeated name has an object, because these linters and the Redocly score do not
 * support `name: true`.
 *
 * @returns a copy
 */
export const repeatRequiredNames = <Node extends Json>(node: Node): Node =>
  changeBranches(node, ({ properties, ...branch }) => {
    const names = Array.isArray(branch.required) ? branch.required.map(String) : [];
    const own = isObject(properties) ? properties : {};
    const all = { ...Object.fromEntries(names.map((name) => [name, repeated])), ...own };
    if (Object.keys(all).length === 0) return branch;
    return { ...branch, properties: all, additionalProperties: true };
  });

/**
 * Removes the names and the `additionalProperties: true` that {@link repeatRequiredNames} adds.
 *
 * @returns a copy
 */
export const omitRepeatedNames = <Node extends Json>(node: Node): Node =>
  changeBranches(node, ({ properties, additionalProperties, ...branch }) => {
    const kept = Object.entries(isObject(properties) ? properties : {}).filter(
      ([, schema]) => schema !== true && !isDeepStrictEqual(schema, repeated),
    );
    return {
      ...branch,
      ...(additionalProperties !== undefined &&
        additionalProperties !== true && { additionalProperties }),
      ...(kept.length > 0 && { properties: Object.fromEntries(kept) }),
    };
  });

function changeBranches<Node extends Json>(
  node: Node,
  change: (branch: JsonObject) => JsonObject,
  isBranch = false,
): Node {
  if (Array.isArray(node))
    return node.map((item) => changeBranches(item, change, isBranch)) as Node;
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, visit(key, value)]),
  );
  return (isBranch ? change(copy) : copy) as Node;

  function visit(key: string, value: Json): Json {
    if (key.startsWith('x-') || key === 'example' || key === 'examples') return value;
    if (key === 'properties' && isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, schema]) => [name, changeBranches(schema, change)]),
      );
    const inBranch = branchKeywords.includes(key) || (isBranch && key === 'anyOf');
    return changeBranches(value, change, inBranch);
  }
}
