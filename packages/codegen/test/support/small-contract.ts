import { type Contract, type JsonObject, readContract } from '@delivery-api/specs/contract';

const problem = (codes: string[]): JsonObject => ({
  description: 'Rejected.',
  'x-problem-codes': codes,
  content: {
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples: {} },
  },
});

/** Returns a minimal valid contract with the given schemas and paths. */
export function contractWith(schemas: JsonObject = {}, paths: JsonObject = {}): Contract {
  return readContract({
    openapi: '3.1.0',
    'x-interface': 'lastmile',
    'x-docs-base': 'https://docs.example',
    info: { title: 'Lastmile', version: '1.0.0', description: 'A fixture.' },
    tags: [{ name: 'Bookings', description: 'Bookings.' }],
    paths,
    webhooks: {},
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      'x-error-catalogue': {
        common: {
          booking_gone: {
            status: 410,
            title: 'Gone',
            cause: 'It is past.',
            action: 'Forget it.',
            retryable: false,
          },
          revision_conflict: {
            status: 409,
            title: 'Changed',
            cause: 'It moved.',
            action: 'Read again.',
            retryable: false,
            extensions: ['current_revision'],
          },
          path_not_found: {
            status: 404,
            title: 'Nothing here',
            cause: 'No such path.',
            action: 'Compare.',
            retryable: false,
            scope: 'server',
          },
        },
      },
      schemas: {
        Problem: {
          type: 'object',
          description: 'A problem.',
          required: ['code', 'status', 'retryable'],
          properties: {
            code: { type: 'string' },
            status: { type: 'integer' },
            retryable: { type: 'boolean' },
            current_revision: { type: 'integer' },
          },
        },
        ...schemas,
      },
    },
  });
}

const parameter = (name: string, example: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description: `The ${name}.`,
  schema: { type: 'string' },
  example,
});

/** A read and a write of one resource. */
export const bookingPaths: JsonObject = {
  '/{partner_name}/bookings/{id}': {
    post: {
      operationId: 'changeBooking',
      tags: ['Bookings'],
      summary: 'Change a booking',
      description: 'Changes it. */ is not the end of this comment.',
      security: [{ bearer: ['bookings:write'] }],
      'x-limits': { rate: { requests: 60, per_seconds: 60, per: 'partner' }, timeout_seconds: 10 },
      parameters: [
        parameter('partner_name', 'acme'),
        parameter('id', 'bkg_1'),
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description: 'Key.',
          schema: { type: 'string' },
          example: 'key-12345',
        },
      ],
      requestBody: {
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/ChangeRequest' },
            examples: { change: { summary: 'A change', value: { note: "it's late" } } },
          },
        },
      },
      responses: {
        '200': {
          description: 'Done.',
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Booking' }, examples: {} },
          },
        },
        '409': problem(['revision_conflict']),
        '410': problem(['booking_gone']),
      },
    },
    get: {
      operationId: 'getBooking',
      tags: ['Bookings'],
      summary: 'Read a booking',
      description: 'Reads it.',
      security: [{ bearer: ['bookings:read'] }],
      'x-limits': { rate: { requests: 60, per_seconds: 60, per: 'partner' }, timeout_seconds: 10 },
      parameters: [parameter('partner_name', 'acme'), parameter('id', 'bkg_1')],
      responses: {
        '200': {
          description: 'Found.',
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Booking' }, examples: {} },
          },
        },
        '304': { description: 'Unchanged.' },
        '410': problem(['booking_gone']),
      },
    },
  },
};

export const bookingSchemas: JsonObject = {
  Booking: {
    type: 'object',
    description: 'A booking.',
    required: ['id'],
    properties: { id: { type: 'string', description: 'Its id.' } },
  },
  ChangeRequest: {
    type: 'object',
    description: 'A change.',
    additionalProperties: false,
    properties: { note: { type: 'string', description: 'A note.' } },
  },
};
