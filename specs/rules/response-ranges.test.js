import {
  describeRule,
  eventAt,
  responseAt,
  withEvent,
  withRequest,
  withResponse,
} from './rule-tester.js';

/** @param {Record<string, any>} properties */
const object = (properties) => ({ type: 'object', properties });
/** @param {number} minimum @param {number} maximum */
const integer = (minimum, maximum) => ({ type: 'integer', minimum, maximum });
const maxInt32 = 2_147_483_647;
const maxAmount = 9_007_199_254_740_991;

describeRule('response-ranges', {
  accepts: {
    'technical ranges': withResponse(
      object({
        quantity: integer(1, maxInt32),
        extra_minutes: integer(0, maxInt32),
        counts: { type: 'array', items: integer(0, maxInt32) },
      }),
    ),
    'permanent ranges': withResponse(
      object({
        latitude: { type: 'number', minimum: -90, maximum: 90 },
        heading_degrees: integer(0, 359),
        status: integer(400, 599),
      }),
    ),
    'amounts with and without a negative range': withResponse(
      object({
        price: object({ amount: integer(0, maxAmount) }),
        change: object({ amount: integer(-maxAmount, maxAmount) }),
      }),
    ),
    'the permanent quantity of an order item': withResponse(
      { $ref: '#/components/schemas/OrderItem' },
      { OrderItem: object({ quantity: integer(1, 999) }) },
    ),
    'a number in a condition': withResponse({
      ...object({ quantity: integer(1, maxInt32) }),
      if: object({ quantity: integer(2, 3) }),
    }),
    'any range in a request': withRequest(object({ quantity: integer(5, 100) })),
  },
  rejects: {
    'the range of a request': [
      withResponse(object({ quantity: integer(1, 100), min_age: integer(16, maxInt32) })),
      [
        `${responseAt}/properties/quantity: In a response, 'maximum' of 'quantity' must be 2147483647 (D-054).`,
        `${responseAt}/properties/min_age: In a response, 'minimum' of 'min_age' must be 0 or 1 (D-054).`,
      ],
    ],
    'a number without a range': [
      withEvent(object({ weights: { type: 'array', items: { type: ['number', 'null'] } } })),
      [
        `${eventAt}/properties/weights/items: In a response, 'minimum' of 'weights' must be 0 or 1 (D-054).`,
        `${eventAt}/properties/weights/items: In a response, 'maximum' of 'weights' must be 2147483647 (D-054).`,
      ],
    ],
    'a changed permanent range': [
      withResponse(object({ latitude: { type: 'number', minimum: -91, maximum: 90 } })),
      [
        `${responseAt}/properties/latitude: In a response, 'minimum' of 'latitude' must be -90 (D-054).`,
      ],
    ],
    'a technical range where a permanent one applies': [
      withResponse(
        { $ref: '#/components/schemas/OrderItem' },
        { OrderItem: object({ quantity: integer(1, maxInt32) }) },
      ),
      [
        "#/components/schemas/OrderItem/properties/quantity: In a response, 'maximum' of 'quantity' must be 999 (D-054).",
      ],
    ],
    'an amount with a small maximum': [
      withResponse(object({ amount: integer(0, maxInt32) })),
      [
        `${responseAt}/properties/amount: In a response, 'maximum' of 'amount' must be 9007199254740991 (D-054).`,
      ],
    ],
  },
});
