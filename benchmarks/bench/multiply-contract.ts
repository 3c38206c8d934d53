import type { Json, JsonObject } from '@delivery-api/specs/contract';

/** Kinds of components to copy. Problems and scenarios exist once per contract. */
const kinds = ['schemas', 'parameters', 'headers', 'responses', 'requestBodies', 'examples'];

/**
 * Returns a contract that contains each operation several times. Each copy has its own ID and path.
 *
 * @param document bundled contract
 * @param times number of copies of each operation, including the original
 * @param components whether each copy gets its own components too
 */
export function multiplyContract(
  document: JsonObject,
  times: number,
  { components = true } = {},
): JsonObject {
  const result = structuredClone(document) as JsonObject & {
    paths: JsonObject;
    components: Record<string, JsonObject>;
  };
  for (let copy = 2; copy <= times; copy++) {
    const rename = (name: string): string => `${name}R${copy}`;
    const renameReference = (reference: Json): Json =>
      components && typeof reference === 'string'
        ? reference.replace(
            /^(#\/components\/([^/]+)\/)([^/]+)/,
            (whole, start: string, kind: string, name: string) =>
              kinds.includes(kind) ? `${start}${rename(name)}` : whole,
          )
        : reference;
    const transform = (node: Json): Json => {
      if (Array.isArray(node)) return node.map(transform);
      if (!isObject(node)) return node;
      return mapEntries(node, (key, value) => {
        if (key === '$ref') return [key, renameReference(value)];
        if (key === 'operationId') return [key, rename(String(value))];
        if (components && key === 'examples' && isObject(value)) {
          return [key, mapEntries(value, (name, one) => [rename(name), transform(one)])];
        }
        if (key === 'mapping' && isObject(value))
          return [key, mapEntries(value, (name, one) => [name, renameReference(one)])];
        return [key, transform(value)];
      });
    };
    for (const [path, item] of Object.entries(document.paths as JsonObject))
      result.paths[`${path}/copy${copy}`] = transform(item);
    for (const kind of components ? kinds : []) {
      const originals = (document.components as Record<string, JsonObject>)[kind] ?? {};
      for (const [name, component] of Object.entries(originals))
        (result.components[kind] as JsonObject)[rename(name)] = transform(component);
    }
  }
  return result;
}

const mapEntries = (
  object: JsonObject,
  map: (key: string, value: Json) => [string, Json],
): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => map(key, value as Json)));

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
