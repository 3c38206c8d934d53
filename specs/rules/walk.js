import { isObject } from './place.js';

/** @typedef {import('./place.js').Place} Place */
/**
 * @typedef {{ id: string, method: string, path: string, place: Place, parameters: Place[] }}
 * Operation
 */
/** @typedef {{ name: string, id: string, place: Place, parameters: Place[] }} Webhook */
/**
 * @typedef {{ kind: 'request' | 'response' | 'event', owner: string, status: string, mediaType:
 * string, media: Place, schema: Place }} Body
 */
/**
 * One occurrence of a schema. `role` says how its owner uses it: as a `property` (with its `name`),
 * `items`, `values` (of a map),
 * a `branch` of a condition, a `part` of a composition, or as the `root` of a body, parameter or
 * header. `conditional` marks all that
 * stands in a branch: it tests or requires, and describes nothing.
 * @typedef {'root' | 'property' | 'items' | 'values' | 'branch' | 'part'} Role
 * @typedef {{ schema: Place, role: Role, name: string, owner: Place | undefined, conditional:
 * boolean }} Occurrence
 */

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** @param {Place} root @returns {Operation[]} */
export const operations = (root) =>
  root
    .at('paths')
    .entries()
    .flatMap(([path, item]) =>
      methods
        .map((method) => [method, item.at(method)])
        .filter(([, place]) => /** @type {Place} */ (place).exists)
        .map(([method, place]) =>
          operation(/** @type {string} */ (method), path, item, /** @type {Place} */ (place)),
        ),
    );

/**
 * @param {string} method @param {string} path @param {Place} item @param {Place} place @returns
 * {Operation}
 */
const operation = (method, path, item, place) => ({
  id: String(place.value.operationId),
  method,
  path,
  place,
  parameters: [...item.at('parameters').items(), ...place.at('parameters').items()],
});

/** @param {Place} root @returns {Webhook[]} */
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
 * Every body with a media type: requests and responses of operations, and events. @param {Place}
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
 * @param {Place} holder @param {Body['kind']} kind @param {string} owner @param {string} [status]
 * @returns {Body[]}
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

/** Every response of an operation, with what it belongs to. @param {Place} root */
export const responses = (root) =>
  operations(root).flatMap((owner) =>
    owner.place
      .at('responses')
      .entries()
      .map(([status, response]) => ({ owner, status, response })),
  );

/**
 * The schema and all that it reaches. Each use is given once, each schema is descended into once.
 *
 * @param {Place} schema
 * @param {Set<string>} [seen] addresses given already, to go through several bodies without
 * repeating
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
  /** @param {Role} role @param {string} name @param {Place} schema @returns {Occurrence} */
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
 * Every schema of the document that a body, a parameter or a header reaches, each use once. @param
 * {Place} root @returns {Generator<Occurrence>}
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

/** All properties of the document. @param {Place} root */
export const everyProperty = (root) =>
  [...everySchema(root)].filter(({ role, conditional }) => role === 'property' && !conditional);
