import { api, describeRule } from './rule-tester.js';

/** @param {string} field */
const withField = (field) =>
  api({
    paths: {
      '/stores/{store_id}/status': {
        post: {
          operationId: 'setStoreStatus',
          parameters: [
            { name: 'store_id', in: 'path', required: true, schema: { type: 'string' } },
          ],
          requestBody: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { [field]: { type: 'string' } } },
              },
            },
          },
          responses: {},
        },
      },
    },
  });

describeRule('body-names-apart', {
  accepts: { 'a name that differs from the path parameter': withField('status') },
  rejects: {
    'the name of a path parameter': [
      withField('store_id'),
      [
        "#/paths/~1stores~1{store_id}~1status/post/requestBody/content/application~1json/schema/properties/store_id: The body field 'store_id' has the same name as a path parameter of 'setStoreStatus'.",
      ],
    ],
  },
});
