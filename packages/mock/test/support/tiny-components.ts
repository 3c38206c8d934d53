import type { JsonObject } from '@delivery-api/specs/contract';

const entry = (status: number, more: JsonObject = {}): JsonObject => ({
  status,
  title: `Title ${status}`,
  cause: 'A cause.',
  action: 'An action.',
  retryable: false,
  ...more,
});

/** The components of the tiny contract. */
export const tinyComponents: JsonObject = {
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  schemas: {
    Thing: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    },
    DropRequest: {
      type: 'object',
      additionalProperties: false,
      properties: { why: { type: 'string' } },
    },
    ThingRequest: {
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 20 },
        color: { type: 'string', enum: ['red', 'green', 'blue'] },
        kind: { type: 'string', const: 'lamp' },
        made_at: { type: 'string', format: 'date-time' },
        size: { $ref: '#/components/schemas/Size' },
        parts: { type: 'array', maxItems: 10, items: { $ref: '#/components/schemas/Part' } },
        early: { type: 'integer' },
        late: { type: 'integer' },
        latitude: { type: 'number' },
        longitude: { type: 'number' },
        payment: { type: 'string', enum: ['card', 'cash'] },
        change_for: { type: 'integer' },
      },
      not: { required: ['early', 'late'] },
      dependentRequired: { longitude: ['latitude'] },
      if: { required: ['payment'], properties: { payment: { const: 'cash' } } },
      then: { required: ['change_for'] },
      else: { not: { required: ['change_for'] } },
    },
    Size: {
      type: 'object',
      additionalProperties: false,
      required: ['height'],
      properties: { height: { type: 'integer', minimum: 1 }, 'odd/name~': { type: 'integer' } },
    },
    Part: {
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      properties: {
        name: { type: 'string' },
        parts: { type: 'array', maxItems: 10, items: { $ref: '#/components/schemas/Part' } },
      },
    },
    Problem: {
      type: 'object',
      required: ['type', 'title', 'status', 'code', 'request_id', 'retryable'],
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        code: { type: 'string' },
      },
    },
  },
  'x-error-catalogue': {
    common: {
      malformed_json: entry(400),
      invalid_parameter: entry(400, { extensions: ['errors'] }),
      idempotency_key_missing: entry(400),
      unauthenticated: entry(401),
      insufficient_permission: entry(403, { extensions: ['required_permission'] }),
      path_not_found: entry(404, { scope: 'server' }),
      method_not_allowed: entry(405, { scope: 'server' }),
      not_acceptable: entry(406, { scope: 'server' }),
      payload_too_large: entry(413, { scope: 'server', extensions: ['max_bytes'] }),
      unsupported_media_type: entry(415, { scope: 'server' }),
      validation_failed: entry(422, { extensions: ['errors'] }),
      rate_limited: entry(429, { retryable: true }),
      internal_error: entry(500, { retryable: true }),
      first_clash: entry(409),
      second_clash: entry(409),
      only_elsewhere: entry(409),
    },
  },
};
