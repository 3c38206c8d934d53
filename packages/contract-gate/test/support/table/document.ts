import type { Editable } from '../contract.ts';
import { codes, create, event, limits, read, set } from './parts.ts';
import { adds, breaks, type Row, row } from './row.ts';

const callback = set(create, {
  callbacks: {
    moved: {
      '{$request.body#/url}': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { id: { type: 'string' } } },
              },
            },
          },
          responses: { 200: { description: 'Received.' } },
        },
      },
    },
  },
});
const callbackBody = (document: Editable) =>
  create(document).callbacks.moved['{$request.body#/url}'].post.requestBody.content[
    'application/json'
  ].schema.properties;

/** Other changes outside of schemas, as edits of the small contract. */
export const documentRows: Row[] = [
  row(
    'x-problem-codes',
    'status of a code',
    breaks('a code moves to another status of the operation', (d) => {
      create(d).responses[422] = { ...create(d).responses[409], 'x-problem-codes': ['busy'] };
      codes(d).pop();
    }),
    adds('a code is returned with an additional status', (d) => {
      create(d).responses[422] = { ...create(d).responses[409], 'x-problem-codes': ['busy'] };
    }),
  ),
  row(
    'jsonSchemaDialect',
    'dialect',
    breaks('a different dialect', (d) => delete d.jsonSchemaDialect),
    'validators interpret every schema differently',
  ),
  row(
    'tags',
    'tag of an operation',
    breaks('an operation no longer has a tag', (d) => delete read(d).tags),
    'links to the reference contain the tag',
  ),
  row(
    'webhook',
    'presence of the body',
    breaks(
      'events no longer always have a body',
      set((d) => event(d).requestBody, { required: false }),
    ),
    adds(
      'events always have a body',
      set((d) => event(d).requestBody, { required: true }),
      set((d) => event(d).requestBody, { required: false }),
    ),
  ),
  row(
    'webhook',
    'body of the receiver response',
    breaks(
      'a receiver must return an additional property',
      (d) => event(d).responses[200].content['application/json'].schema.required.push('b'),
      receiverBody,
    ),
    adds(
      'a receiver can omit a property',
      (d) => event(d).responses[200].content['application/json'].schema.required.pop(),
      receiverBody,
    ),
  ),
  row(
    'callbacks',
    'presence',
    breaks('a callback is removed', (d) => delete create(d).callbacks, callback),
    adds('a new callback', callback),
  ),
  row(
    'callbacks',
    'property of the body',
    breaks('a property is removed', (d) => delete callbackBody(d).id, callback),
    adds('a new property', set(callbackBody, { more: { type: 'string' } }), callback),
  ),
  row(
    'links',
    'presence',
    'clients can call the operation without the link',
    adds('a new link', (d) => {
      create(d).responses[201].links = { parcel: { operationId: 'getParcel' } };
    }),
  ),
  row(
    'paths',
    'method',
    breaks('an operation is removed', (d) => delete d.paths['/parcels/{id}'].get),
    adds('a new operation', (d) => {
      d.paths['/parcels/{id}'].delete = { ...read(d), operationId: 'deleteParcel' };
    }),
  ),
  row(
    'response',
    'body',
    breaks('a response no longer has a body', (d) => delete read(d).responses[404].content),
    adds(
      'a response has a body',
      (d) => {
        read(d).responses[410].content = { 'application/json': { schema: { type: 'object' } } };
      },
      (d) => {
        read(d).responses[410] = { description: 'Gone.' };
      },
    ),
  ),
  row(
    'response',
    'success status',
    breaks('a different success status', (d) => {
      create(d).responses[200] = create(d).responses[201];
      delete create(d).responses[201];
    }),
    'clients compare the status',
  ),
  row(
    'components',
    'name of a parameter',
    'no code is generated from it',
    adds(
      'a parameter component is renamed',
      (d) => {
        d.components.parameters = { Size: d.components.parameters.Limit };
        read(d).parameters[1].$ref = '#/components/parameters/Size';
      },
      (d) => {
        d.components.parameters = {
          Limit: { name: 'limit', in: 'query', schema: { type: 'integer' } },
        };
        read(d).parameters.push({ $ref: '#/components/parameters/Limit' });
      },
    ),
  ),
  row(
    'extensions',
    'unknown extension',
    'the effect is unknown',
    adds('an unknown extension', set(read, { 'x-other': 1 })),
  ),
  row(
    'extensions',
    'unknown member of x-limits',
    breaks('the member changes', set(limits, { concurrency: 1 }), set(limits, { concurrency: 5 })),
    adds('the member is new', set(limits, { concurrency: 5 })),
  ),
];

function receiverBody(document: Editable): void {
  event(document).responses[200].content = {
    'application/json': {
      schema: {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string' }, b: { type: 'string' } },
      },
    },
  };
}
