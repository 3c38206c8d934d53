import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { generateClient, samples } from '../src/index.ts';
import { bookingPaths, bookingSchemas, contractWith } from './support/small-contract.ts';

const contract = contractWith(bookingSchemas, bookingPaths);
const files = generateClient(contract);

describe('a generated client', () => {
  it('each method has one argument with path parameters and body members, without the tenant parameter', () => {
    expect(files.get('types.ts')).toContain(
      'export type ChangeBookingInput = {\n  /** The id. */\n  id: string;\n} & Inputs.ChangeRequest;',
    );
  });

  it('each result type covers the documented statuses, the statuses of other operations, and all other statuses', () => {
    expect(files.get('types.ts')).toContain(
      "export type ChangeBookingResponse =\n  | Success<200, Booking>\n  | Failure<409, Problems['revision_conflict']>\n  | Failure<410, Problems['booking_gone']>\n  | Failure<404, Problems['path_not_found']>\n  | OtherFailure;",
    );
    expect(files.get('types.ts')).toContain(
      "export type GetBookingResponse =\n  | Success<200, Booking>\n  | Failure<410, Problems['booking_gone']>\n  | Failure<404, Problems['path_not_found']>\n  | Failure<409, never>\n  | OtherFailure;",
    );
    expect(files.get('types.ts')).toContain(
      'type OtherFailure = Failure<Exclude<ErrorStatus, 404 | 409 | 410>, never>;',
    );
  });

  it('each method has documentation from the contract, in which comment terminators are escaped', () => {
    const source = files.get('client.ts') ?? '';
    expect(source).toContain('   * Change a booking.');
    expect(source).toContain('   * Changes it. *\\/ is not the end of this comment.');
    expect(source).toContain('   * Permission: `bookings:write`.');
    expect(source).toContain('   * - 409 `revision_conflict`: Changed');
  });

  it('the client source specifies which calls send an idempotency key and which have a body', () => {
    const source = files.get('client.ts') ?? '';
    expect(source).toContain(
      "id: 'changeBooking', method: 'post', path: '/{partner_name}/bookings/{id}', body: true, keyed: true }",
    );
    expect(source).toContain(
      "id: 'getBooking', method: 'get', path: '/{partner_name}/bookings/{id}' }",
    );
  });

  it('a client cannot be generated for a request body that is not a component', () => {
    const inline = structuredClone(bookingPaths) as typeof bookingPaths &
      Record<string, { post: { requestBody: { content: Record<string, unknown> } } }>;
    const [path] = Object.keys(inline) as [string];
    (inline[path] as (typeof inline)[string]).post.requestBody.content = {
      'application/json': { schema: { type: 'object' }, examples: {} },
    };
    expect(() => generateClient(contractWith(bookingSchemas, inline))).toThrow(
      /changeBooking: the request body must be a component/,
    );
  });

  it('a client cannot be generated for a schema with the name of a generated type', () => {
    const conflictingSchemas = {
      ...bookingSchemas,
      ChangeBookingResponse: { type: 'object', description: 'Taken.' },
    };
    expect(() => generateClient(contractWith(conflictingSchemas, bookingPaths))).toThrow(
      /schema ChangeBookingResponse: .*Rename the schema/,
    );
  });
});

describe('generated fixtures', () => {
  it('fixtures contain the examples of the contract with their types', () => {
    const source = files.get('fixtures.ts') ?? '';
    expect(source).toContain("import type { ChangeRequest } from '@delivery-api/lastmile-types';");
    expect(source).toContain('const change: ChangeRequest = {"note":"it\'s late"};');
    expect(source).toContain(
      '  changeBooking: /* @__PURE__ */ operationFixtures({ change }, { 200: {  }, 409: {  }, 410: {  } }),',
    );
    expect(source).toContain(
      "  getBooking: { method: 'get', path: '/{partner_name}/bookings/{id}', headers: ",
    );
  });

  it('fixtures cannot be generated if two different examples have the same name', () => {
    const twice = structuredClone(bookingPaths) as Record<string, { post: Record<string, object> }>;
    const [item] = Object.values(twice) as [{ post: Record<string, object> }];
    item.post.responses = {
      '200': {
        description: 'Done.',
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Booking' },
            examples: { change: { summary: 'Another', value: { id: 'bkg_1' } } },
          },
        },
      },
    };
    const generate = () =>
      generateClient(contractWith(bookingSchemas, twice as unknown as JsonObject));
    expect(generate).toThrow(
      'example change: two different values have this name. Rename one of them.',
    );
  });
});

describe('samples', () => {
  it('samples contain a curl call that is escaped for the shell', () => {
    expect(samples(contract).get('changeBooking')?.[0]?.source).toBe(
      [
        'run=$(date +%s)-$$',
        "curl -X POST 'http://localhost:4010/lastmile/acme/bookings/bkg_1' \\",
        "  -H 'Authorization: Bearer test_token' \\",
        "  -H 'Content-Type: application/json' \\",
        '  -H "Idempotency-Key: $run" \\',
        '  -d \'{\n  "note": "it\\u0027s late"\n}\'',
      ].join('\n'),
    );
  });

  it('samples contain a TypeScript call with the first example of the request', () => {
    expect(samples(contract).get('changeBooking')?.[1]?.source).toContain(
      "await lastmile.changeBooking({\n  id: 'bkg_1',\n  note: 'it\\'s late',\n});",
    );
  });
});
