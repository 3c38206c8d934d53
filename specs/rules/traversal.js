import { isObject } from './document-node.js';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */
/**
 * @typedef {{ id: string, method: string, path: string, place: DocumentNode,
 * parameters: DocumentNode[] }} Operation
 */
/**
 * @typedef {{ name: string, id: string, place: DocumentNode,
 * parameters: DocumentNode[] }} Webhook
 */
/**
 * @typedef {{ kind: 'request' | 'response' | 'event', owner: string, status: string, mediaType:
 * string, media: DocumentNode, schema: DocumentNode }} Body
 */
/**
 * One occurrence of a schema. `role` is its use in its owner: a `property` (with its `name`),
 * `items`, `values` of a map, a `branch` of a condition, a `part` of a composition, or the `root`
 * of a body, parameter or header. `conditional` is true inside a branch, because a branch restricts
 * a value and does not describe it.
 * @typedef {'root' | 'property' | 'items' | 'values' | 'branch' | 'part'} Role
 * @typedef {{ schema: DocumentNode, role: Role, name: string, owner: DocumentNode | undefined,
 * conditional: boolean }} Occurrence
 */

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** @param {DocumentNode} root @returns {Operation[]} */
export const operations = (root) =>
  root
    .at('paths')
    .entries()
    .flatMap(([path, item]) =>
      methods
        .map((method) => [method, item.at(method)])
        .filter(([, place]) => /** @type {DocumentNode} */ (place).exists)
        .map(([method, place]) =>
          operation(
            /** @type {string} */ (method),
            path,
            item,
            /** @type {DocumentNode} */ (place),
          ),
        ),
    );

/**
 * @param {string} method @param {string} path @param {DocumentNode} item
 * @param {DocumentNode} place @returns {Operation}
 */
const operation = (method, path, item, place) => ({
  id: String(place.value.operationId),
  method,
  path,
  place,
  parameters: [...item.at('parameters').items(), ...place.at('parameters').items()],
});

/** @param {DocumentNode} root @returns {Webhook[]} */
export const webhooks = (root) =>
  root
    .at('webhooks')
    .entries()
    .filter(([, item]) => item.at('post').exists)
    .map(([name, item]) => {
      const { id, place, parameters } = operation('post', name, item, item.at('post'));
      return { name, id, place, parameters };
    });

/**
 * Returns all bodies: requests and responses of operations, and events. @param {DocumentNode}
 * root @returns {Body[]}
 */
export const bodies = (root) => [
  ...operations(root).flatMap(({ id, place }) => [
    ...mediaTypes(place.at('requestBody'), 'request', id),
    ...place
      .at('responses')
      .entries()
      .flatMap(([status, response]) => mediaTypes(response, 'response', id, status)),
  ]),
  ...webhooks(root).flatMap(({ name, place }) =>
    mediaTypes(place.at('requestBody'), 'event', name),
  ),
];

/**
 * @param {DocumentNode} holder @param {Body['kind']} kind @param {string} owner
 * @param {string} [status] @returns {Body[]}
 */
const mediaTypes = (holder, kind, owner, status = '') =>
  holder
    .at('content')
    .entries()
    .map(([mediaType, media]) => ({
      kind,
      owner,
      status,
      mediaType,
      media,
      schema: media.at('schema'),
    }));

/** Returns all responses of operations. @param {DocumentNode} root */
export const responses = (root) =>
  operations(root).flatMap((owner) =>
    owner.place
      .at('responses')
      .entries()
      .map(([status, response]) => ({ owner, status, response })),
  );

/**
 * Returns the list with the values of a fixed enum, or with the known values of an extensible one.
 *
 * @param {DocumentNode} schema @returns {DocumentNode}
 */
export const enumValuesOf = (schema) =>
  schema.at('enum').exists ? schema.at('enum') : schema.at('x-extensible-enum');

/**
 * Yields the schema and all schemas that it contains. Yields each use once, and enters each schema
 * once.
 *
 * @param {DocumentNode} schema
 * @param {Set<string>} [seen] addresses of previous calls, to skip duplicates
 * @returns {Generator<Occurrence>}
 */
export function* schemas(schema, seen = new Set()) {
  yield* visit({ schema, role: 'root', name: '', owner: undefined, conditional: false }, seen);
}

/** @param {Occurrence} occurrence @param {Set<string>} seen @returns {Generator<Occurrence>} */
function* visit(occurrence, seen) {
  const { schema } = occurrence;
  if (!schema.exists) return;
  const use = `use ${schema.usedAt.absolutePointer}`;
  if (!seen.has(use)) yield occurrence;
  seen.add(use);
  if (seen.has(schema.id)) return;
  seen.add(schema.id);
  for (const child of children(occurrence)) yield* visit(child, seen);
}

/** @param {Occurrence} parent @returns {Occurrence[]} */
function children({ schema: owner, conditional }) {
  /** @param {Role} role @param {string} name @param {DocumentNode} schema @returns {Occurrence} */
  const one = (role, name, schema) => ({
    schema,
    role,
    name,
    owner,
    conditional: conditional || role === 'branch',
  });
  /** @param {Role} role @param {string} key */
  const named = (role, key) =>
    owner
      .at(key)
      .entries()
      .map(([name, schema]) => one(role, name, schema));
  return [
    ...named('property', 'properties'),
    one('items', 'items', owner.at('items')),
    one('values', 'additionalProperties', owner.at('additionalProperties')),
    ...['if', 'then', 'else', 'not'].map((key) => one('branch', key, owner.at(key))),
    ...named('branch', 'dependentSchemas'),
    ...['allOf', 'oneOf', 'anyOf'].flatMap((key) =>
      owner
        .at(key)
        .items()
        .map((part) => one('part', key, part)),
    ),
  ].filter(({ schema }) => isObject(schema.value));
}

/**
 * Yields all schemas of bodies, parameters and headers, each use once. @param
 * {DocumentNode} root @returns {Generator<Occurrence>}
 */
export function* everySchema(root) {
  const seen = /** @type {Set<string>} */ (new Set());
  for (const { schema } of bodies(root)) yield* schemas(schema, seen);
  for (const { parameters } of [...operations(root), ...webhooks(root)])
    for (const one of parameters) yield* schemas(one.at('schema'), seen);
  for (const { response } of responses(root))
    for (const [, header] of response.at('headers').entries())
      yield* schemas(header.at('schema'), seen);
}

/**
 * Returns the name of the property that a schema belongs to; for items of a list and values of a
 * map, the name of the list or map; for the schema of a body, parameter or header, an empty string.
 *
 * @param {Occurrence} occurrence
 */
export const propertyName = ({ role, name, owner }) =>
  role === 'items' || role === 'values' ? (owner?.location.pointer.split('/').at(-1) ?? '') : name;

/** Returns all properties of schemas, except those in conditions. @param {DocumentNode} root */
export const everyProperty = (root) =>
  [...everySchema(root)].filter(({ role, conditional }) => role === 'property' && !conditional);
