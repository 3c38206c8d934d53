import { api, describeRule } from './rule-tester.js';

const ifNoneMatch = { name: 'If-None-Match', in: 'header', schema: { type: 'string' } };
const headers = {
  ETag: { schema: { type: 'string' } },
  'Cache-Control': { schema: { type: 'string' } },
};
/** @param {Record<string, any>} parts */
const read = (parts) =>
  api({
    paths: {
      '/orders/{id}': {
        get: {
          operationId: 'getOrder',
          parameters: [ifNoneMatch],
          responses: {
            200: { description: 'The order.', headers },
            304: { description: 'Unchanged.', headers },
          },
          ...parts,
        },
      },
    },
  });
const at = '#/paths/~1orders~1{id}/get';

describeRule('conditional-reads', {
  accepts: {
    'a read with the parameter, a 304 response and both headers': read({}),
    'a write without the parameter, the headers and 304': api({
      paths: {
        '/menu': {
          post: { operationId: 'submitMenu', responses: { 200: { description: 'Done.' } } },
        },
      },
    }),
  },
  rejects: {
    'a read without the parameter': [
      read({ parameters: [] }),
      [`${at}: 'getOrder' must accept the If-None-Match header.`],
    ],
    'a read without 304': [
      read({ responses: { 200: { description: 'The order.', headers } } }),
      [`${at}/responses: 'getOrder' must document the 304 response.`],
    ],
    'a response without ETag': [
      read({
        responses: {
          200: {
            description: 'The order.',
            headers: { 'Cache-Control': headers['Cache-Control'] },
          },
          304: { description: 'Unchanged.', headers },
        },
      }),
      [`${at}/responses/200: The 200 response of a read must have the ETag header.`],
    ],
    'a 304 with a body': [
      read({
        responses: {
          200: { description: 'The order.', headers },
          304: { description: 'Unchanged.', headers, content: {} },
        },
      }),
      [`${at}/responses/304: A 304 response must not have a body.`],
    ],
  },
});
