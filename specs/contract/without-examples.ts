import { isObject } from './json.ts';
import type { Json } from './model.ts';

/** Maps from names to definitions; their keys are not keywords. */
const nameMaps = new Set(['properties', 'schemas', 'headers', 'parameters', 'responses']);

/**
 * Removes all examples of a document: of bodies, parameters, headers and schemas. The values of
 * extensible enums stay in their descriptions.
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
