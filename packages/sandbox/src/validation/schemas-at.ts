import type { Contract, Json, JsonObject, Schema } from '@delivery-api/specs/contract';

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns all schemas that may apply at a path in a body, including conditional schemas. */
export function schemasAt(contract: Contract, schema: Schema, path: readonly string[]): Schema[] {
  return path.reduce<Schema[]>(
    (schemas, key) =>
      schemas
        .flatMap((parent) => childrenOf(parent, key))
        .flatMap((child) => expand(contract, child)),
    expand(contract, schema),
  );
}

function childrenOf(schema: Schema, key: string): Schema[] {
  const property = isObject(schema.properties) ? schema.properties[key] : undefined;
  return [property, /^\d+$/.test(key) ? schema.items : undefined].filter(isObject);
}

function expand(contract: Contract, schema: Schema, seen = new Set<Schema>()): Schema[] {
  const node = contract.deref(schema);
  if (seen.has(node)) return [];
  seen.add(node);
  const lists = ['allOf', 'oneOf', 'anyOf'].flatMap((key) =>
    Array.isArray(node[key]) ? node[key] : [],
  );
  return [
    node,
    ...[...lists, node.then, node.else]
      .filter(isObject)
      .flatMap((part) => expand(contract, part, seen)),
  ];
}
