import type { JsonObject } from '@delivery-api/specs/contract';
import { tinyComponents } from './tiny-components.ts';

const requestId: JsonObject = {
  required: true,
  schema: { type: 'string' },
  example: 'req_0123456789abcdef',
};
const bearer = (permission: string): JsonObject[] => [{ bearer: [permission] }];

const problem = (
  description: string,
  codes: string[],
  examples: Record<string, JsonObject>,
  headers: JsonObject = {},
): JsonObject => ({
  description,
  'x-problem-codes': codes,
  headers: { 'Request-Id': requestId, ...headers },
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(
        Object.entries(examples).map(([name, value]) => [name, { summary: name, value }]),
      ),
    },
  },
});

const example = (code: string, status: number, more: JsonObject = {}): JsonObject => ({
  type: `https://docs.example/errors#${code}`,
  title: code,
  status,
  code,
  request_id: 'req_fedcba9876543210',
  retryable: false,
  ...more,
});

/** A minimal contract with the features that the tests of the mock require. */
export const tinyDocument: JsonObject = {
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  info: { title: 'Tiny', version: '1.2.3' },
  'x-interface': 'lastmile',
  'x-docs-base': 'https://docs.example',
  servers: [{ url: 'https://api.example.com/tiny' }],
  tags: [{ name: 'Things' }],
  paths: {
    '/{partner}/things': {
      post: {
        operationId: 'createThing',
        tags: ['Things'],
        security: bearer('things:write'),
        'x-limits': {
          rate: { requests: 5, per_seconds: 60, per: 'partner' },
          max_body_bytes: 2048,
          timeout_seconds: 5,
        },
        parameters: [
          {
            name: 'partner',
            in: 'path',
            required: true,
            schema: { type: 'string', maxLength: 8 },
            example: 'acme',
          },
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            schema: { type: 'string', minLength: 8 },
            example: 'key-0001',
          },
          {
            name: 'Shade',
            in: 'header',
            required: false,
            schema: { type: 'string', enum: ['light', 'dark'] },
            example: 'dark',
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/ThingRequest' },
              examples: { plain: { summary: 'plain', value: { name: 'Lamp', color: 'red' } } },
            },
          },
        },
        responses: {
          201: {
            description: 'Created.',
            headers: {
              'Request-Id': requestId,
              Location: { required: true, schema: { type: 'string' }, example: '/things/thg_1' },
              'Idempotency-Replayed': { schema: { type: 'string' }, example: 'true' },
              RateLimit: { schema: { type: 'string' }, example: '"default";r=117;t=42' },
            },
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Thing' },
                examples: {
                  thing_made: { summary: 'made', value: { id: 'thg_1', name: 'Lamp' } },
                  thing_big: { summary: 'big', value: { id: 'thg_2', name: 'Lighthouse' } },
                },
              },
            },
          },
          400: problem(
            'Invalid request.',
            ['malformed_json', 'invalid_parameter', 'idempotency_key_missing'],
            {
              malformed_json: example('malformed_json', 400),
            },
          ),
          401: problem(
            'No valid token.',
            ['unauthenticated'],
            { unauthenticated: example('unauthenticated', 401) },
            {
              'WWW-Authenticate': { required: true, schema: { type: 'string' }, example: 'Bearer' },
            },
          ),
          403: problem(
            'Not permitted.',
            ['insufficient_permission', 'partner_mismatch'],
            {
              things_write_missing: example('insufficient_permission', 403, {
                required_permission: 'things:write',
              }),
              partner_mismatch: example('partner_mismatch', 403),
            },
            {
              'WWW-Authenticate': {
                schema: { type: 'string' },
                example: 'Bearer error="insufficient_scope"',
              },
            },
          ),
          409: problem('Conflict.', ['first_clash', 'second_clash'], {
            first_clash: example('first_clash', 409),
            second_clash: example('second_clash', 409),
          }),
          422: problem('Invalid body.', ['validation_failed'], {
            validation_failed: example('validation_failed', 422),
          }),
          429: problem(
            'Too many requests.',
            ['rate_limited'],
            { rate_limited: example('rate_limited', 429, { retryable: true }) },
            {
              'Retry-After': { required: true, schema: { type: 'integer' }, example: 12 },
              RateLimit: { schema: { type: 'string' }, example: '"default";r=117;t=42' },
              'RateLimit-Policy': { schema: { type: 'string' }, example: '"default";q=120;w=60' },
            },
          ),
          500: problem('Internal error.', ['internal_error'], {
            internal_error: example('internal_error', 500),
          }),
        },
      },
    },
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        tags: ['Things'],
        security: bearer('things:read'),
        'x-limits': { rate: { requests: 5, per_seconds: 60, per: 'partner' }, timeout_seconds: 5 },
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            schema: { type: 'string', maxLength: 12, pattern: '^[a-z0-9_]+$' },
            example: 'thg_1',
          },
          {
            name: 'If-None-Match',
            in: 'header',
            required: false,
            schema: { type: 'string' },
            example: '"x"',
          },
        ],
        responses: {
          200: {
            description: 'The thing.',
            headers: {
              'Request-Id': requestId,
              ETag: { required: true, schema: { type: 'string' }, example: '"example"' },
              'Cache-Control': {
                required: true,
                schema: { type: 'string' },
                example: 'private, no-cache',
              },
            },
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Thing' },
                examples: {
                  thing_read: { summary: 'read', value: { id: 'thg_1', name: 'Lamp é' } },
                },
              },
            },
          },
          304: {
            description: 'Not modified.',
            headers: {
              'Request-Id': requestId,
              ETag: { required: true, schema: { type: 'string' }, example: '"example"' },
              'Cache-Control': {
                required: true,
                schema: { type: 'string' },
                example: 'private, no-cache',
              },
            },
          },
          400: problem('Invalid request.', ['invalid_parameter'], {
            invalid_id: example('invalid_parameter', 400),
          }),
          401: problem('No valid token.', ['unauthenticated'], {
            unauthenticated: example('unauthenticated', 401),
          }),
        },
      },
      delete: {
        operationId: 'dropThing',
        tags: ['Things'],
        security: bearer('things:write'),
        'x-limits': {
          rate: { requests: 5, per_seconds: 60, per: 'partner' },
          max_body_bytes: 100,
          timeout_seconds: 5,
        },
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'thg_1' },
        ],
        requestBody: {
          required: false,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/DropRequest' },
              examples: {},
            },
          },
        },
        responses: {
          204: { description: 'Deleted.', headers: { 'Request-Id': requestId } },
          422: problem('Invalid body.', ['validation_failed'], {
            validation_failed: example('validation_failed', 422),
          }),
        },
      },
    },
    '/things/special': {
      get: {
        operationId: 'getSpecial',
        tags: ['Things'],
        security: bearer('things:read'),
        'x-limits': { rate: { requests: 5, per_seconds: 60, per: 'partner' }, timeout_seconds: 5 },
        responses: {
          200: {
            description: 'Special.',
            headers: { 'Request-Id': requestId },
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Thing' },
                examples: {
                  special: { summary: 'special', value: { id: 'special', name: 'Special' } },
                },
              },
            },
          },
        },
      },
    },
  },
  webhooks: {},
  components: tinyComponents,
};
