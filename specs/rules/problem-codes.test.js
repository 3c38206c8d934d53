import { describeRule, withOperation } from './rule-tester.js';

const entry = { title: 'T', cause: 'C', action: 'A', retryable: false };
const catalogue = {
  common: {
    validation_failed: { ...entry, status: 422 },
    not_acceptable: { ...entry, status: 406, scope: 'server' },
    payload_too_large: { ...entry, status: 413, scope: 'server' },
  },
  lastmile: { price_exceeds_max: { ...entry, status: 422 } },
};
/** @param {string} status @param {string[] | undefined} codes @param {string[]} [shown] */
const errorResponse = (status, codes, shown = codes ?? []) =>
  withOperation(
    {
      responses: {
        [status]: {
          description: 'No.',
          ...(codes && { 'x-problem-codes': codes }),
          content: {
            'application/problem+json': {
              schema: {},
              examples: Object.fromEntries(
                shown.map((code, index) => [`example_${index}`, { value: { code } }]),
              ),
            },
          },
        },
      },
    },
    { 'x-error-catalogue': catalogue },
  );
/** @param {string} status */
const at = (status) => `#/paths/~1thing/post/responses/${status}`;

describeRule('problem-codes', {
  accepts: {
    'codes of the response status, each with an example': errorResponse('422', [
      'validation_failed',
      'price_exceeds_max',
    ]),
    'two examples of one code': errorResponse(
      '422',
      ['validation_failed'],
      ['validation_failed', 'validation_failed'],
    ),
    'payload_too_large, because each operation has its own limit': errorResponse('413', [
      'payload_too_large',
    ]),
  },
  rejects: {
    'a response without codes': [
      errorResponse('422', undefined),
      [`${at('422')}: A 422 response must list its codes in x-problem-codes.`],
    ],
    'a code that is not in the error catalog': [
      errorResponse('422', ['too_bad']),
      [`${at('422')}/x-problem-codes/0: 'too_bad' is not in the error catalog.`],
    ],
    'a code that belongs to another status': [
      errorResponse('409', ['price_exceeds_max']),
      [
        `${at('409')}/x-problem-codes/0: 'price_exceeds_max' has the status 422 in the error catalog, not 409.`,
      ],
    ],
    'a code without an example': [
      errorResponse('422', ['validation_failed', 'price_exceeds_max'], ['validation_failed']),
      [`${at('422')}/x-problem-codes/1: 'price_exceeds_max' has no example on this response.`],
    ],
    'an example of a code that is not listed': [
      errorResponse('422', ['validation_failed'], ['validation_failed', 'price_exceeds_max']),
      [
        `${at('422')}/content/application~1problem+json/examples/example_1: The example 'example_1' shows 'price_exceeds_max', which this response does not list.`,
      ],
    ],
    'a code listed twice': [
      errorResponse('422', ['validation_failed', 'validation_failed']),
      [`${at('422')}/x-problem-codes/1: 'validation_failed' is listed twice.`],
    ],
    'validation_failed after another code': [
      errorResponse('422', ['price_exceeds_max', 'validation_failed']),
      [
        `${at('422')}/x-problem-codes: 'validation_failed' must be the first code: tools return the first one for an invalid request.`,
        `${at('422')}/x-problem-codes: 'validation_failed' must be the first example: tools return the first one for an invalid request.`,
      ],
    ],
    'a code with the scope server': [
      errorResponse('406', ['not_acceptable']),
      [
        `${at('406')}/x-problem-codes/0: 'not_acceptable' has the scope 'server', so operations must not list it.`,
      ],
    ],
    'codes on a success response': [
      errorResponse('200', ['validation_failed']),
      [`${at('200')}/x-problem-codes: 200 is not an error status and must not list codes.`],
    ],
  },
});
