import type { Json, JsonObject } from '@delivery-api/specs/contract';

/**
 * The kinds of components that belong to operations; the catalogue of problems and the scenarios
 * are one for all.
 */
const kinds = ['schemas', 'parameters', 'headers', 'responses', 'requestBodies', 'examples'];

/**
 * A contract so many times as large: each operation and each component again and again, every time
 * under names and paths of its own.
 *
 * @param document a bundled contract (`specs/dist/lastmile.json`)
 */
export function multiplied(document: JsonObject, times: number): JsonObject {
  const grown = structuredClone(document) as JsonObject & {
    paths: JsonObject;
    components: Record<string, JsonObject>;
  };
  const exampleNames = namesOfExamples(document);
  for (let round = 2; round <= times; round++) {
    const renamed = (name: string): string => `${name}R${round}`;
    const copy = (node: Json): Json => {
      if (Array.isArray(node)) return node.map(copy);
      if (typeof node !== 'object' || node === null) return node;
      return Object.fromEntries(
        Object.entries(node).map(([key, value]): [string, Json] => {
          if (key === '$ref' && typeof value === 'string') return [key, refOf(value, renamed)];
          if (key === 'operationId') return [key, renamed(String(value))];
          if (key === 'examples' && isObject(value)) {
            return [
              key,
              Object.fromEntries(
                Object.entries(value).map(([name, one]) => [
                  exampleNames.has(name) ? renamed(name) : name,
                  copy(one),
                ]),
              ),
            ];
          }
          if (key === 'mapping' && isObject(value)) {
            return [
              key,
              Object.fromEntries(
                Object.entries(value).map(([name, ref]) => [name, refOf(String(ref), renamed)]),
              ),
            ];
          }
          return [key, copy(value)];
        }),
      );
    };
    for (const [path, item] of Object.entries(document.paths as JsonObject))
      grown.paths[`${path}/round${round}`] = copy(item);
    for (const kind of kinds) {
      const own = (document.components as Record<string, JsonObject>)[kind] ?? {};
      for (const [name, component] of Object.entries(own))
        (grown.components[kind] as JsonObject)[renamed(name)] = copy(component);
    }
  }
  return grown;
}

const refOf = (ref: string, renamed: (name: string) => string): string => {
  const [, start, kind, name, rest] = /^(#\/components\/)([^/]+)\/([^/]+)(.*)$/.exec(ref) ?? [];
  return name !== undefined && kinds.includes(kind as string)
    ? `${start}${kind}/${renamed(name)}${rest}`
    : ref;
};

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names under `examples` in media types, as opposed to properties that are called so. */
function namesOfExamples(node: Json, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const item of node) namesOfExamples(item, found);
  else if (isObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (key === 'examples' && isObject(value))
        for (const name of Object.keys(value)) found.add(name);
      namesOfExamples(value, found);
    }
  }
  return found;
}
