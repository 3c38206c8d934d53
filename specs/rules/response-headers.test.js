import { api, describeRule } from './rule-tester.js';

const header = { schema: { type: 'string' } };
/** @param {string} status @param {string[]} names @param {Record<string, any>} [parts] */
const answer = (status, names, parts = {}) =>
  api({
    paths: {
      '/thing': {
        post: {
          operationId: 'createBooking',
          responses: {
            [status]: {
              description: 'An answer.',
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
const refusal = (status, codes, names) => {
  const one = answer(status, names, keyed);
  one.paths['/thing'].post.responses[status]['x-problem-codes'] = codes;
  return one;
};
/** @param {string} status */
const at = (status) => `#/paths/~1thing/post/responses/${status}`;

describeRule('response-headers', {
  accepts: {
    'a success with id and limits': answer('200', success),
    'a keyed success': answer('200', [...success, 'Idempotency-Replayed'], keyed),
    'a created booking': answer('201', [...success, 'Location']),
    'what has not changed, with limits': answer('304', success),
    'a rejection with limits': answer('409', success),
    'a missing permission, which is checked before the limits': answer('403', ['Request-Id']),
    'a refusal of a keyed call that is kept': refusal(
      '422',
      ['validation_failed', 'menu_invalid'],
      [...success, 'Idempotency-Replayed'],
    ),
    'a refusal of a keyed call that is about its form or key': refusal(
      '422',
      ['validation_failed', 'idempotency_key_reused'],
      success,
    ),
    'a refusal of a keyed call that is never kept': refusal('404', ['order_not_found'], success),
    'a refusal that says when to come back': answer('503', ['Request-Id', 'Retry-After']),
  },
  refuses: {
    'no request id': [
      answer('409', ['RateLimit', 'RateLimit-Policy']),
      [`${at('409')}: The 409 of 'createBooking' must have the header Request-Id.`],
    ],
    'no limits': [
      answer('200', ['Request-Id', 'RateLimit']),
      [`${at('200')}: The 200 of 'createBooking' must have the header RateLimit-Policy.`],
    ],
    'no limits on what has not changed': [
      answer('304', ['Request-Id', 'RateLimit-Policy']),
      [`${at('304')}: The 304 of 'createBooking' must have the header RateLimit.`],
    ],
    'no limits on a rejection': [
      answer('404', ['Request-Id', 'RateLimit-Policy']),
      [`${at('404')}: The 404 of 'createBooking' must have the header RateLimit.`],
    ],
    'no mark of a replay': [
      answer('200', success, keyed),
      [`${at('200')}: The 200 of 'createBooking' must have the header Idempotency-Replayed.`],
    ],
    'no mark of a replay on a refusal that is kept': [
      refusal('409', ['invalid_transition', 'idempotency_in_progress'], success),
      [`${at('409')}: The 409 of 'createBooking' must have the header Idempotency-Replayed.`],
    ],
    'no address of what was created': [
      answer('201', success),
      [`${at('201')}: The 201 of 'createBooking' must have the header Location.`],
    ],
    'no scheme': [
      answer('401', ['Request-Id']),
      [`${at('401')}: The 401 of 'createBooking' must have the header WWW-Authenticate.`],
    ],
    'no time to wait': [
      answer('429', success),
      [`${at('429')}: The 429 of 'createBooking' must have the header Retry-After.`],
    ],
  },
});
