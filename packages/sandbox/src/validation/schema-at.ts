import type { Contract, Json, JsonObject, Schema } from '@delivery-api/specs/contract';

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All schemas that apply at a place in a body, conditional ones included. */
export function schemasAt(contract: Contract, schema: Schema, place: readonly string[]): Schema[] {
  return place.reduce<Schema[]>(
    (schemas, key) =>
      schemas
        .flatMap((parent) => childrenOf(parent, key))
        .flatMap((child) => partsOf(contract, child)),
    partsOf(contract, schema),
  );
}

function childrenOf(schema: Schema, key: string): Schema[] {
  const property = isObject(schema.properties) ? schema.properties[key] : undefined;
  return [property, /^\d+$/.test(key) ? schema.items : undefined].filter(isObject);
}

function partsOf(contract: Contract, schema: Schema, seen = new Set<Schema>()): Schema[] {
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
      .flatMap((part) => partsOf(contract, part, seen)),
  ];
}
