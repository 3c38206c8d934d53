import type { Contract } from '@delivery-api/specs/contract';
import { contractOf } from '../../src/documents/document.ts';

/** A document that a test edits. */
// biome-ignore lint/suspicious/noExplicitAny: edits reach nested values of a document without a type
export type Editable = any;
export type Edit = (document: Editable) => void;

const problem = (codes: string[]) => ({
  description: 'It went wrong.',
  'x-problem-codes': codes,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/**
 * Returns a small contract with the elements that most tests edit: operations, a webhook, a state
 * machine, an error catalog, limits, blockers and a scenario.
 */
export const smallContract = () => ({
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  'x-interface': 'lastmile',
  'x-docs-base': 'https://docs.delivery-api.example',
  'x-decisions': [1],
  info: { title: 'Small', version: '1.0.0', description: 'A contract for tests.' },
  servers: [{ url: 'https://api.example.com/lastmile/v1' }],
  tags: [{ name: 'Parcels', description: 'Parcels.' }],
  'x-tagGroups': [{ name: 'Resources', tags: ['Parcels'] }],
  paths: {
    '/parcels': {
      post: {
        operationId: 'createParcel',
        tags: ['Parcels'],
        summary: 'Create a parcel',
        security: [{ bearer: ['parcels:write'] }],
        'x-limits': {
          rate: { requests: 100, per_seconds: 60, per: 'partner' },
          max_body_bytes: 1000,
          timeout_seconds: 10,
        },
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            description: 'A key.',
            schema: { type: 'string', maxLength: 100 },
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/CreateParcelRequest' } },
          },
        },
        responses: {
          201: {
            description: 'Made.',
            headers: {
              'Request-Id': { required: true, description: 'An id.', schema: { type: 'string' } },
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Parcel' } } },
          },
          409: problem(['parcel_exists', 'busy']),
        },
      },
    },
    '/parcels/{id}': {
      get: {
        operationId: 'getParcel',
        tags: ['Parcels'],
        summary: 'Get a parcel',
        security: [{ bearer: ['parcels:read'] }],
        'x-limits': {
          rate: { requests: 100, per_seconds: 60, per: 'partner' },
          timeout_seconds: 5,
        },
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'The parcel.',
            schema: { type: 'string', maxLength: 64 },
          },
        ],
        responses: {
          200: {
            description: 'It.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Parcel' } } },
          },
          404: problem(['parcel_not_found']),
        },
      },
    },
  },
  webhooks: {
    parcelMoved: {
      post: {
        operationId: 'parcelMoved',
        tags: ['Parcels'],
        summary: 'A parcel has moved',
        security: [],
        'x-webhook-delivery': {
          timeout_seconds: 15,
          delays_seconds: [0, 5, 60],
          until: 'exhausted',
          test_vector: {
            secret: 'whsec_x',
            id: 'evt_1',
            timestamp: '1795200000',
            body: '{}',
            signature: 'v1,x',
          },
        },
        parameters: [
          {
            name: 'webhook-id',
            in: 'header',
            required: true,
            description: 'An id.',
            schema: { type: 'string' },
          },
        ],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ParcelMoved' } } },
        },
        responses: { 200: { description: 'Received.' }, 410: { description: 'Stop.' } },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A token.' } },
    schemas: {
      CreateParcelRequest: {
        type: 'object',
        additionalProperties: false,
        required: ['reference'],
        properties: {
          reference: { type: 'string', maxLength: 40 },
          note: { type: 'string', maxLength: 200 },
          speed: { $ref: '#/components/schemas/SpeedInput' },
          address: { $ref: '#/components/schemas/AddressInput' },
        },
        if: { title: 'fast', properties: { speed: { enum: ['fast'] } }, required: ['speed'] },
        then: { required: ['note'] },
      },
      AddressInput: {
        type: 'object',
        additionalProperties: false,
        required: ['city'],
        properties: { city: { type: 'string' }, zip: { type: 'string' } },
      },
      SpeedInput: { type: 'string', enum: ['fast', 'slow'], default: 'slow' },
      Parcel: {
        type: 'object',
        required: ['id', 'status', 'phase', 'blockers'],
        properties: {
          id: { type: 'string', maxLength: 64, description: 'Its id.' },
          status: { $ref: '#/components/schemas/ParcelStatus' },
          phase: { $ref: '#/components/schemas/ParcelPhase' },
          note: { type: 'string', maxLength: 200, deprecated: true, 'x-sunset': '2027-12-01' },
          blockers: { type: 'array', items: { $ref: '#/components/schemas/BlockerCode' } },
        },
      },
      ParcelPhase: {
        type: 'string',
        enum: ['open', 'closed'],
        'x-enumDescriptions': { open: 'Under way.', closed: 'Done.' },
      },
      ParcelStatus: {
        type: 'string',
        'x-extensible-enum': ['new', 'moving', 'resting', 'delivered', 'lost'],
        'x-state-machine': {
          field: 'status',
          initial: ['new'],
          states: {
            new: { phase: 'open' },
            moving: { phase: 'open' },
            resting: { phase: 'open' },
            delivered: { phase: 'closed', terminal: true },
            lost: { phase: 'closed', terminal: true },
          },
          transitions: [
            { from: 'new', to: 'moving', by: ['courier', 'system'], fires_event: 'parcelMoved' },
            { from: 'moving', to: 'resting', by: ['courier'] },
            { from: 'resting', to: 'moving', by: ['courier'] },
            {
              from: 'moving',
              to: 'delivered',
              by: ['courier'],
              fires_event: 'parcelMoved',
              needs: ['signature'],
            },
            { from: 'moving', to: 'lost', by: ['courier'], fires_event: 'parcelMoved' },
          ],
          skips: 'none',
          guaranteed: ['new', 'delivered'],
        },
      },
      BlockerCode: {
        type: 'string',
        'x-extensible-enum': ['paused', 'suspended'],
        'x-blockers': {
          paused: { resolvable_by: 'merchant', reopens: true },
          suspended: { resolvable_by: 'marketplace', reopens: false },
        },
      },
      ParcelMoved: {
        type: 'object',
        required: ['id', 'status'],
        properties: {
          id: { type: 'string' },
          status: { $ref: '#/components/schemas/ParcelStatus' },
        },
      },
      Problem: {
        type: 'object',
        required: ['code'],
        properties: { code: { type: 'string' }, existing_id: { type: 'string' } },
      },
    },
    examples: { parcel_new: { summary: 'A new parcel', value: { id: 'p' } } },
    'x-error-catalogue': {
      common: {
        parcel_exists: {
          status: 409,
          title: 'It exists',
          cause: 'There is one.',
          action: 'Use it.',
          retryable: false,
          extensions: ['existing_id'],
        },
        busy: {
          status: 409,
          title: 'Busy',
          cause: 'Too much at once.',
          action: 'Wait.',
          retryable: true,
        },
        parcel_not_found: {
          status: 404,
          title: 'None',
          cause: 'There is none.',
          action: 'Look again.',
          retryable: false,
        },
      },
    },
  },
  'x-scenarios': [
    {
      name: 'delivered',
      summary: 'All goes well.',
      operations: ['createParcel'],
      steps: ['new', 'moving', 'delivered'],
    },
  ],
});

/** Returns the small contract after some edits. */
export function edited(...edits: Edit[]): Contract {
  const document: Editable = smallContract();
  for (const edit of edits) edit(document);
  return contractOf(JSON.parse(JSON.stringify(document)), 'small').contract;
}
