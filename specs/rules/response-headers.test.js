import { api, describeRule } from './rule-tester.js';

const header = { schema: { type: 'string' } };
/** @param {string} status @param {string[]} names @param {Record<string, any>} [parts] */
const responseWith = (status, names, parts = {}) =>
  api({
    paths: {
      '/thing': {
        post: {
          operationId: 'createBooking',
          responses: {
            [status]: {
              description: 'A response.',
              headers: Object.fromEntries(names.map((name) => [name, header])),
            },
          },
          ...parts,
        },
      },
    },
  });
const keyed = {
  parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
};
const success = ['Request-Id', 'RateLimit', 'RateLimit-Policy'];
/** @param {string} status @param {string[]} codes @param {string[]} names */
const errorResponse = (status, codes, names) => {
  const one = responseWith(status, names, keyed);
  one.paths['/thing'].post.responses[status]['x-problem-codes'] = codes;
  return one;
};
/** @param {string} status */
const at = (status) => `#/paths/~1thing/post/responses/${status}`;

describeRule('response-headers', {
  accepts: {
    'a success response with the Request-Id and rate limit headers': responseWith('200', success),
    'a success response with Idempotency-Replayed, for an operation with an idempotency key':
      responseWith('200', [...success, 'Idempotency-Replayed'], keyed),
    'a 201 response with Location': responseWith('201', [...success, 'Location']),
    'a 304 response with rate limits': responseWith('304', success),
    'an error response with rate limits': responseWith('409', success),
    'a 403 response without rate limits, because permissions are checked first': responseWith(
      '403',
      ['Request-Id'],
    ),
    'a stored error response with Idempotency-Replayed, for an operation with an idempotency key':
      errorResponse(
        '422',
        ['validation_failed', 'menu_invalid'],
        [...success, 'Idempotency-Replayed'],
      ),
    'a 422 response without Idempotency-Replayed, if its codes concern only the format or the key':
      errorResponse('422', ['validation_failed', 'idempotency_key_reused'], success),
    'an error response that is never stored': errorResponse('404', ['order_not_found'], success),
    'an error response with Retry-After': responseWith('503', ['Request-Id', 'Retry-After']),
  },
  rejects: {
    'a response without Request-Id': [
      responseWith('409', ['RateLimit', 'RateLimit-Policy']),
      [`${at('409')}: The 409 response of 'createBooking' must have the Request-Id header.`],
    ],
    'a success response without RateLimit-Policy': [
      responseWith('200', ['Request-Id', 'RateLimit']),
      [`${at('200')}: The 200 response of 'createBooking' must have the RateLimit-Policy header.`],
    ],
    'a 304 response without RateLimit': [
      responseWith('304', ['Request-Id', 'RateLimit-Policy']),
      [`${at('304')}: The 304 response of 'createBooking' must have the RateLimit header.`],
    ],
    'an error response without RateLimit': [
      responseWith('404', ['Request-Id', 'RateLimit-Policy']),
      [`${at('404')}: The 404 response of 'createBooking' must have the RateLimit header.`],
    ],
    'a success response without Idempotency-Replayed': [
      responseWith('200', success, keyed),
      [
        `${at('200')}: The 200 response of 'createBooking' must have the Idempotency-Replayed header.`,
      ],
    ],
    'a stored error response without Idempotency-Replayed': [
      errorResponse('409', ['invalid_transition', 'idempotency_in_progress'], success),
      [
        `${at('409')}: The 409 response of 'createBooking' must have the Idempotency-Replayed header.`,
      ],
    ],
    'a 201 response without Location': [
      responseWith('201', success),
      [`${at('201')}: The 201 response of 'createBooking' must have the Location header.`],
    ],
    'a 401 response without WWW-Authenticate': [
      responseWith('401', ['Request-Id']),
      [`${at('401')}: The 401 response of 'createBooking' must have the WWW-Authenticate header.`],
    ],
    'a 429 response without Retry-After': [
      responseWith('429', success),
      [`${at('429')}: The 429 response of 'createBooking' must have the Retry-After header.`],
    ],
  },
});
