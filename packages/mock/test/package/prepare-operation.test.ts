import type { IHttpOperation } from '@stoplight/types';
import { describe, expect, it } from 'vitest';
import { prepareOperation } from '../../prepare-operation.ts';

const $schema = 'https://json-schema.org/draft/2020-12/schema';
const header = { name: 'Idempotency-Key', style: 'simple', schema: { type: 'string' } };

const operationWith = (request: object, schema: object = { $schema, type: 'object' }) =>
  ({
    iid: 'createBooking',
    request: { body: { contents: [{ mediaType: 'application/json', schema }] }, ...request },
    responses: [{ code: '201', headers: [header], contents: [] }],
  }) as unknown as IHttpOperation;

describe('prepareOperation', () => {
  it.each<[string, IHttpOperation, string]>([
    ['query parameters', operationWith({ query: [header] }), 'has query parameters or cookies'],
    ['cookies', operationWith({ cookie: [header] }), 'has query parameters or cookies'],
    [
      'an array in a header',
      operationWith({ headers: [{ ...header, schema: { type: 'array' } }] }),
      'has the parameter Idempotency-Key, which is not a simple value',
    ],
    [
      'a path parameter of another style',
      operationWith({ path: [{ ...header, name: 'id', style: 'label' }] }),
      'has the parameter id, which is not a simple value',
    ],
    [
      'several media types',
      operationWith({ body: { contents: [{}, {}] } }),
      'has a body with several media types',
    ],
    ['an older dialect', operationWith({}, { type: 'object' }), `does not use the dialect`],
    ['an invalid schema', operationWith({}, { $schema, type: 'strin' }), 'does not compile'],
  ])('rejects an operation with %s', (_what, operation, message) => {
    expect(() => prepareOperation(operation)).toThrow(message);
    expect(() => prepareOperation(operation)).toThrow('createBooking');
  });

  it('merges allOf and removes annotations, but keeps properties with the names of annotations', () => {
    const operation = operationWith(
      {},
      {
        $schema,
        description: 'A booking.',
        'x-decisions': ['D-001'],
        allOf: [
          { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
          { properties: { description: { type: 'string', maxLength: 9, examples: ['a'] } } },
        ],
      },
    );
    prepareOperation(operation);
    expect(operation.request?.body?.contents?.[0]?.schema).toEqual({
      $schema,
      type: 'object',
      required: ['title'],
      properties: { title: { type: 'string' }, description: { type: 'string', maxLength: 9 } },
    });
  });

  it('removes read-only properties from requests', () => {
    const properties = { id: { type: 'string', readOnly: true }, size: { type: 'integer' } };
    const operation = operationWith({}, { $schema, type: 'object', properties });
    prepareOperation(operation);
    const schema = operation.request?.body?.contents?.[0]?.schema;
    expect(Object.keys(schema?.properties ?? {})).toEqual(['size']);
  });
});
