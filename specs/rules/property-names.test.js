import {
  describeRule,
  eventAt,
  requestAt,
  withEvent,
  withOperation,
  withRequest,
} from './rule-tester.js';

/** @param {string} name @param {string} where */
const withParameter = (name, where) =>
  withOperation({ parameters: [{ name, in: where, schema: { type: 'string' } }] });
/** @param {string} name */
const having = (name) => ({ type: 'object', properties: { [name]: { type: 'string' } } });

describeRule('property-names', {
  accepts: {
    'a property in snake_case': withRequest(having('line1_address')),
    'a header with capitalized words': withParameter('If-None-Match', 'header'),
    'a header of Standard Webhooks': withParameter('webhook-id', 'header'),
    'a query parameter in snake_case': withParameter('partner_name', 'query'),
  },
  rejects: {
    'a property in camelCase in a request': [
      withRequest(having('pickupAddress')),
      [`${requestAt}/properties/pickupAddress: The property 'pickupAddress' is not snake_case.`],
    ],
    'a property with a capital letter in an event': [
      withEvent(having('Status')),
      [`${eventAt}/properties/Status: The property 'Status' is not snake_case.`],
    ],
    'a query parameter in camelCase': [
      withParameter('partnerName', 'query'),
      [
        "#/paths/~1thing/post/parameters/0/name: The query parameter 'partnerName' is not snake_case.",
      ],
    ],
    'a header in lower case': [
      withParameter('request-id', 'header'),
      [
        "#/paths/~1thing/post/parameters/0/name: The header parameter 'request-id' is not in the form Idempotency-Key or webhook-id.",
      ],
    ],
    'a nested property': [
      withRequest({ type: 'array', items: having('Deep') }),
      [`${requestAt}/items/properties/Deep: The property 'Deep' is not snake_case.`],
    ],
  },
});
