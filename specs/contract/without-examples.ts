import { isObject } from './json.ts';
import type { Json } from './model.ts';

/** Keywords whose value maps names to definitions. The names are not keywords. */
const nameMaps = new Set(['properties', 'schemas', 'headers', 'parameters', 'responses']);

/**
 * Removes the examples of all bodies, parameters, headers and schemas in a document. The values of
 * extensible enums stay in the descriptions.
 *
 * @returns a copy
 */
export function withoutExamples<Node extends Json>(node: Node, isNameMap = false): Node {
  if (Array.isArray(node)) return node.map((item) => withoutExamples(item)) as Node;
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => isNameMap || (key !== 'example' && key !== 'examples'))
      .map(([key, value]) => [
        key,
        key.startsWith('x-') ? value : withoutExamples(value, !isNameMap && nameMaps.has(key)),
      ]),
  ) as Node;
}
