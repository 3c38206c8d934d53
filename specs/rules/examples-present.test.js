import { api, describeRule, withOperation } from './rule-tester.js';

/** @param {Record<string, any>} media */
const response = (media) =>
  withOperation({
    responses: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: { type: 'object' }, ...media } },
      },
    },
  });
const at = '#/paths/~1thing/post/responses/200/content/application~1json';
const good = { summary: 'A booking', value: {} };

describeRule('examples-present', {
  accepts: {
    'a named example with a summary': response({ examples: { booking: good } }),
    'the same example in two places': withOperation(
      {
        requestBody: {
          content: {
            'application/json': {
              schema: {},
              examples: { a: { $ref: '#/components/examples/a' } },
            },
          },
        },
        responses: {
          200: {
            description: 'Done.',
            content: {
              'application/json': {
                schema: {},
                examples: { a: { $ref: '#/components/examples/a' } },
              },
            },
          },
        },
      },
      { examples: { a: good } },
    ),
  },
  rejects: {
    'a response without an example': [
      response({}),
      [`${at}: The 200 response of doThing has no example.`],
    ],
    'a request without an example': [
      withOperation({ requestBody: { content: { 'application/json': { schema: {} } } } }),
      [
        '#/paths/~1thing/post/requestBody/content/application~1json: The request of doThing has no example.',
      ],
    ],
    'an event without an example': [
      api({
        webhooks: {
          bookingUpdated: {
            post: {
              requestBody: { content: { 'application/json': { schema: {} } } },
              responses: {},
            },
          },
        },
      }),
      [
        '#/webhooks/bookingUpdated/post/requestBody/content/application~1json: The bookingUpdated event has no example.',
      ],
    ],
    'an example without a summary': [
      response({ examples: { booking: { value: {} } } }),
      [`${at}/examples/booking: The example 'booking' has no summary.`],
    ],
    'an example without a value': [
      response({ examples: { booking: { summary: 'A booking' } } }),
      [`${at}/examples/booking: The example 'booking' has no value.`],
    ],
    'an example without a name': [
      response({ example: {}, examples: { booking: good } }),
      [`${at}/example: Write 'examples' with a name and a summary, not 'example'.`],
    ],
    'one name for two examples': [
      withOperation({
        requestBody: { content: { 'application/json': { schema: {}, examples: { a: good } } } },
        responses: {
          200: {
            description: 'Done.',
            content: { 'application/json': { schema: {}, examples: { a: good } } },
          },
        },
      }),
      [`${at}/examples/a: Two examples are named 'a'. Names must be unique in a document.`],
    ],
  },
});
