import { expandExtensibleEnums } from '@delivery-api/specs/enums';
import type { Edit } from '../contract.ts';
import { create, event, read, request, response, schemas, set } from './parts.ts';
import { keeps, type Row, row } from './row.ts';

/** Different notations of the same contract. */
export const notationRows: Row[] = [
  same('request', '`allOf` with one reference', (d) => {
    request(d).properties.address = { allOf: [{ $ref: '#/components/schemas/AddressInput' }] };
  }),
  same('response', '`allOf` with one reference', (d) => {
    response(d).properties.status = { allOf: [{ $ref: '#/components/schemas/ParcelStatus' }] };
  }),
  same('parameter', 'parameters of the path', (d) => {
    const item = d.paths['/parcels/{id}'];
    item.parameters = item.get.parameters;
    delete item.get.parameters;
  }),
  same(
    'response',
    '`const` instead of an enum with one value',
    set((d) => response(d).properties, { note: { type: 'string', const: 'x' } }),
    set((d) => response(d).properties, { note: { type: 'string', enum: ['x'] } }),
  ),
  same(
    'response',
    'values of an extensible enum in `enum`, as in earlier releases',
    set((d) => schemas(d).ParcelStatus, {
      enum: ['new', 'moving', 'resting', 'delivered', 'lost'],
      'x-extensible-enum': true,
    }),
  ),
  same(
    'response',
    'list of values in the description of an extensible enum',
    (d) => {
      d.components = expandExtensibleEnums(d.components);
    },
    (d) => {
      const { ParcelStatus, BlockerCode } = schemas(d);
      for (const schema of [ParcelStatus, BlockerCode])
        Object.assign(schema, { maxLength: 64, pattern: '^[a-z0-9_]+$', description: 'Values.' });
    },
  ),
  same(
    'request',
    '`type` as an array',
    set((d) => request(d).properties.note, { type: ['string'] }),
  ),
  same(
    'response',
    'order of types',
    set((d) => response(d).properties.id, { type: ['null', 'string'] }),
    set((d) => response(d).properties.id, { type: ['string', 'null'] }),
  ),
  same('header', 'letter case of a name', (d) => {
    const { headers } = create(d).responses[201];
    create(d).responses[201].headers = { 'request-id': headers['Request-Id'] };
    create(d).parameters[0].name = 'idempotency-key';
    event(d).parameters[0].name = 'Webhook-Id';
  }),
  same('request', 'flags that are `false`', (d) => {
    Object.assign(request(d).properties.note, { deprecated: false, readOnly: false, minLength: 0 });
    response(d).additionalProperties = true;
    read(d).deprecated = false;
  }),
  same(
    'parameter',
    'default serialization',
    set((d) => read(d).parameters[1], { style: 'form', explode: true, required: false }),
    (d) => read(d).parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } }),
  ),
  same(
    'parameter',
    'order of parameters',
    (d) => read(d).parameters.reverse(),
    (d) => read(d).parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } }),
  ),
  same(
    'request',
    'order of `oneOf` branches',
    (d) => request(d).properties.union.oneOf.reverse(),
    set((d) => request(d).properties, {
      union: {
        oneOf: ['a', 'b'].map((name) => ({
          type: 'object',
          required: [name],
          properties: { [name]: { type: 'string' } },
        })),
      },
    }),
  ),
  same(
    'response',
    'bounds of an integer',
    set((d) => response(d).properties, { count: { type: 'integer', exclusiveMinimum: 0 } }),
    set((d) => response(d).properties, { count: { type: 'integer', minimum: 1 } }),
  ),
  same(
    'response',
    '`null` as a branch',
    set((d) => response(d).properties, { id: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    set((d) => response(d).properties, { id: { type: ['string', 'null'] } }),
  ),
  same(
    'request',
    '`true` for a property of a conditional schema',
    set((d) => request(d).then, { properties: { note: true } }),
  ),
  same(
    'request',
    'property names that a conditional schema repeats for strict validators',
    set((d) => request(d).then, {
      properties: { note: { description: 'Repeated.' } },
      additionalProperties: true,
    }),
  ),
  same(
    'request',
    '`default` next to `allOf`',
    set((d) => request(d).properties, {
      speed: { allOf: [{ $ref: '#/components/schemas/SpeedInput' }], default: 'fast' },
    }),
    set((d) => request(d).properties.speed, { default: 'fast' }),
  ),
  same(
    'request',
    'order of media types',
    (d) => {
      create(d).requestBody.content = Object.fromEntries(
        Object.entries(create(d).requestBody.content).toReversed(),
      );
    },
    set((d) => create(d).requestBody.content, { 'text/csv': { schema: { type: 'string' } } }),
  ),
  same('security', 'security of the document', (d) => {
    d.security = read(d).security;
    delete read(d).security;
  }),
  same(
    'security',
    'order of alternatives',
    (d) => read(d).security.reverse(),
    (d) => read(d).security.push({}),
  ),
];

function same(place: string, kind: string, after: Edit, before?: Edit): Row {
  return row(
    place,
    kind,
    'not a change to the contract',
    keeps('a different notation', after, before),
  );
}
