import { describeRule, withOperation } from './rule-tester.js';

const catalogue = {
  lastmile: {
    fee_changed: {
      status: 409,
      title: 'The fee changed',
      cause: 'C',
      action: 'A',
      retryable: false,
      extensions: ['fee', 'errors'],
      optional_extensions: ['retry_at'],
    },
  },
};
const good = {
  type: 'https://docs.delivery-api.example/errors#fee_changed',
  title: 'The fee changed',
  status: 409,
  detail: 'It costs more now.',
  code: 'fee_changed',
  request_id: 'req_1',
  retryable: false,
  fee: { amount: 1 },
  errors: [],
};
/** @param {...Record<string, any>} values */
const examples = (...values) =>
  withOperation(
    {
      responses: {
        409: {
          description: 'No.',
          content: {
            'application/problem+json': {
              schema: {},
              examples: Object.fromEntries(values.map((value, index) => [`e${index}`, { value }])),
            },
          },
        },
      },
    },
    { 'x-error-catalogue': catalogue },
    { 'x-docs-base': 'https://docs.delivery-api.example' },
  );
const at = '#/paths/~1thing/post/responses/409/content/application~1problem+json/examples';

describeRule('problem-examples', {
  accepts: {
    'an example with the values of the error catalog': examples(good),
    'an example with an optional extension member': examples({ ...good, retry_at: 'now' }),
    'an example with errors_truncated': examples({ ...good, errors_truncated: true }),
    'two examples with different request IDs': examples(good, { ...good, request_id: 'req_2' }),
  },
  rejects: {
    'a different type': [
      examples({ ...good, type: 'https://docs.delivery-api.example/errors' }),
      [
        `${at}/e0/value/type: 'type' of 'fee_changed' is 'https://docs.delivery-api.example/errors#fee_changed' in the error catalog, not 'https://docs.delivery-api.example/errors'.`,
      ],
    ],
    'a different title': [
      examples({ ...good, title: 'Fee' }),
      [
        `${at}/e0/value/title: 'title' of 'fee_changed' is 'The fee changed' in the error catalog, not 'Fee'.`,
      ],
    ],
    'a different retryable': [
      examples({ ...good, retryable: true }),
      [
        `${at}/e0/value/retryable: 'retryable' of 'fee_changed' is 'false' in the error catalog, not 'true'.`,
      ],
    ],
    'a missing extension member': [
      examples({ ...good, fee: undefined }),
      [`${at}/e0/value: 'fee_changed' requires 'fee'.`],
    ],
    'an extension member of another code': [
      examples({ ...good, current_revision: 3 }),
      [`${at}/e0/value/current_revision: 'fee_changed' does not have 'current_revision'.`],
    ],
    'a repeated request_id': [
      examples(good, good),
      [`${at}/e1/value/request_id: The examples 'e0' and 'e1' have the same request_id.`],
    ],
  },
});
