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
/** @param {Record<string, any>} [parts] */
const text = (parts) => ({ type: 'string', ...parts });

describeRule('response-limits', {
  accepts: {
    'technical limits': withResponse(
      object({
        note: text({ maxLength: 5000 }),
        photo_url: text({ format: 'uri', maxLength: 2048 }),
        tags: { type: 'array', maxItems: 1000, items: text({ maxLength: 5000 }) },
        pairs: {
          type: 'object',
          maxProperties: 1000,
          additionalProperties: text({ maxLength: 5000 }),
        },
      }),
    ),
    'permanent lengths of names and addresses': withResponse(
      object({
        name: text({ maxLength: 120 }),
        group_name: text({ maxLength: 120 }),
        company: text({ maxLength: 160 }),
        instructions: text({ maxLength: 500 }),
        postal_code: text({ maxLength: 16 }),
      }),
    ),
    'any length for identifiers, patterns and enum values': withResponse(
      object({
        id: text({ maxLength: 64 }),
        line_ids: { type: 'array', maxItems: 1000, items: text({ maxLength: 64 }) },
        external_reference: text({ maxLength: 64 }),
        pickup_code: text({ maxLength: 16 }),
        currency: text({ pattern: '^[A-Z]{3}$', maxLength: 3 }),
        created_at: text({ format: 'date-time' }),
        status: text({ 'x-extensible-enum': ['new'] }),
        phase: text({ enum: ['open'] }),
      }),
    ),
    'up to 200 items of an order': withResponse(
      { $ref: '#/components/schemas/Order' },
      { Order: object({ items: { type: 'array', maxItems: 200, items: object({}) } }) },
    ),
    'a string without a limit in a condition': withResponse({
      ...object({ note: text({ maxLength: 5000 }) }),
      if: object({ note: text() }),
    }),
    'any limit in a request': withRequest(
      object({ note: text({ maxLength: 500 }), tags: { type: 'array', maxItems: 3 } }),
    ),
  },
  rejects: {
    'free text and URLs without the technical limits': [
      withResponse(
        object({
          note: text({ maxLength: 500 }),
          photo_url: text({ format: 'uri', maxLength: 500 }),
          title: text(),
        }),
      ),
      [
        `${responseAt}/properties/note: In a response, 'maxLength' of 'note' must be 5000 (D-053).`,
        `${responseAt}/properties/photo_url: In a response, 'maxLength' of 'photo_url' must be 2048 (D-053).`,
        `${responseAt}/properties/title: In a response, 'maxLength' of 'title' must be 5000 (D-053).`,
      ],
    ],
    'a name with a length other than the permanent limit': [
      withResponse(object({ actor_name: text({ maxLength: 80 }) })),
      [
        `${responseAt}/properties/actor_name: In a response, 'maxLength' of 'actor_name' must be 120 (D-053).`,
      ],
    ],
    'an array and its strings with lower limits than the technical ones': [
      withEvent(object({ tags: { type: 'array', maxItems: 20, items: text({ maxLength: 80 }) } })),
      [
        `${eventAt}/properties/tags: In a response, 'maxItems' of 'tags' must be 1000 (D-053).`,
        `${eventAt}/properties/tags/items: In a response, 'maxLength' of 'tags' must be 5000 (D-053).`,
      ],
    ],
    'a map and its values with lower limits than the technical ones': [
      withResponse(
        object({
          pairs: {
            type: 'object',
            maxProperties: 20,
            additionalProperties: text({ maxLength: 9 }),
          },
        }),
      ),
      [
        `${responseAt}/properties/pairs: In a response, 'maxProperties' of 'pairs' must be 1000 (D-053).`,
        `${responseAt}/properties/pairs/additionalProperties: In a response, 'maxLength' of 'pairs' must be 5000 (D-053).`,
      ],
    ],
    'the limit for order items in another schema': [
      withResponse(object({ items: { type: 'array', maxItems: 200, items: object({}) } })),
      [
        `${responseAt}/properties/items: In a response, 'maxItems' of 'items' must be 1000 (D-053).`,
      ],
    ],
  },
});
