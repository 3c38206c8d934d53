import { request, set } from './parts.ts';
import { adds, breaks, type Row, row } from './row.ts';
import { received, sent, string } from './schema-values.ts';

/** Returns a row for a constraint on requests: a tighter one is breaking, a looser one additive. */
const onRequest = (kind: string, what: [string, string], tight: object, loose: object): Row =>
  row(
    'request',
    kind,
    breaks(what[0], sent(tight), sent(loose)),
    adds(what[1], sent(loose), sent(tight)),
  );
/** Returns a row for a guarantee of responses: a looser one is breaking, a tighter one additive. */
const onResponse = (kind: string, what: [string, string], loose: object, tight: object): Row =>
  row(
    'response',
    kind,
    breaks(what[0], received(loose), received(tight)),
    adds(what[1], received(tight), received(loose)),
  );

const map = { type: 'object', additionalProperties: string };
const array = { type: 'array', contains: { const: 'a' } };
const objectWith = (keywords: object) => ({
  type: 'object',
  properties: { a: string, b: string, c: string },
  ...keywords,
});

/** JSON Schema keywords that `crossProduct` (each location with each kind of change) omits. */
export const schemaKeywordRows: Row[] = [
  row(
    'request',
    'then.properties',
    breaks(
      'a conditional schema has a tighter constraint',
      set((d) => request(d).then, { properties: { note: { maxLength: 20 } } }),
      set((d) => request(d).then, { properties: { note: { maxLength: 100 } } }),
    ),
    adds(
      'a conditional schema has a looser constraint',
      set((d) => request(d).then, { properties: { note: { maxLength: 100 } } }),
      set((d) => request(d).then, { properties: { note: { maxLength: 20 } } }),
    ),
  ),
  row(
    'request',
    'property in a conditional schema',
    breaks(
      'a conditional schema constrains one more property',
      set((d) => request(d).then, { properties: { note: { maxLength: 20 } } }),
    ),
    adds(
      'a conditional schema no longer constrains a property',
      (d) => delete request(d).then.properties,
      set((d) => request(d).then, { properties: { note: { maxLength: 20 } } }),
    ),
  ),
  row(
    'request',
    'else',
    breaks('`else` requires one more property', set(request, { else: { required: ['address'] } })),
    adds(
      '`else` is removed',
      (d) => delete request(d).else,
      set(request, { else: { required: ['address'] } }),
    ),
  ),
  row(
    'request',
    'patternProperties of a map',
    breaks(
      'some keys have a different schema',
      sent({ ...map, patternProperties: { '^a': string } }),
      sent(map),
    ),
    adds(
      'a closed object accepts more keys',
      sent({ type: 'object', additionalProperties: false, patternProperties: { '^a': string } }),
      sent({ type: 'object', additionalProperties: false }),
    ),
  ),
  row(
    'response',
    'patternProperties of a map',
    breaks(
      'some keys have a different schema',
      received({ ...map, patternProperties: { '^a': string } }),
      received(map),
    ),
    adds(
      'an open object guarantees a schema for some keys',
      received({ type: 'object', patternProperties: { '^a': string } }),
      received({ type: 'object' }),
    ),
  ),
  row(
    'response',
    'contentEncoding',
    breaks(
      'a string is encoded',
      received({ ...string, contentEncoding: 'base64' }),
      received(string),
    ),
    'the same string has a different meaning',
  ),
  row(
    'response',
    'pattern',
    breaks(
      'a different pattern',
      received({ ...string, pattern: '^b' }),
      received({ ...string, pattern: '^a' }),
    ),
    'the gate does not compare patterns',
  ),
  onRequest(
    'readOnly',
    ['a property can no longer be sent', 'a property can be sent'],
    { ...string, readOnly: true },
    string,
  ),
  onResponse(
    'writeOnly',
    ['a property is no longer returned', 'a property can be returned'],
    { ...string, writeOnly: true },
    string,
  ),
  onResponse(
    'enum on a string',
    ['any value can be returned', 'a string becomes an enum'],
    string,
    { ...string, enum: ['a', 'b'] },
  ),
  onRequest(
    'enum on a string',
    ['a string becomes an enum', 'any value is accepted'],
    { ...string, enum: ['a', 'b'] },
    string,
  ),
  onResponse('const', ['any value can be returned', 'only one value is returned'], string, {
    ...string,
    const: 'a',
  }),
  onRequest(
    'dependentRequired',
    ['a property requires one more property', 'a property requires fewer properties'],
    objectWith({ dependentRequired: { a: ['b', 'c'] } }),
    objectWith({ dependentRequired: { a: ['b'] } }),
  ),
  onResponse(
    'dependentRequired',
    ['a property guarantees fewer properties', 'a property guarantees one more property'],
    objectWith({ dependentRequired: { a: ['b'] } }),
    objectWith({ dependentRequired: { a: ['b', 'c'] } }),
  ),
  onRequest(
    'minContains',
    ['more matching items are required', 'fewer matching items are required'],
    { ...array, minContains: 2 },
    array,
  ),
  onResponse(
    'maxContains',
    ['more matching items can be returned', 'fewer matching items can be returned'],
    { ...array, maxContains: 3 },
    { ...array, maxContains: 2 },
  ),
  onRequest(
    'propertyNames',
    ['keys must be shorter', 'keys can be longer'],
    { ...map, propertyNames: { maxLength: 10 } },
    { ...map, propertyNames: { maxLength: 20 } },
  ),
  onRequest(
    'unevaluatedProperties',
    ['additional properties are rejected', 'additional properties are accepted'],
    objectWith({ unevaluatedProperties: false }),
    objectWith({}),
  ),
  onRequest(
    'items',
    ['items must have a specific type', 'items can have any type'],
    { type: 'array', items: string },
    { type: 'array' },
  ),
  onResponse(
    'integer',
    ['the value can be a fraction', 'the value is always an integer'],
    { type: 'number' },
    { type: 'integer' },
  ),
  onRequest(
    'oneOf',
    ['a branch is removed', 'a new branch'],
    { oneOf: [string] },
    { oneOf: [string, { type: 'integer' }] },
  ),
  onResponse(
    'anyOf',
    ['a new branch', 'a branch is removed'],
    { anyOf: [string, { type: 'integer' }] },
    { anyOf: [string] },
  ),
];
