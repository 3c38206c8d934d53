import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { generateClient } from '../src/index.ts';
import { bookingPaths, bookingSchemas, contractWith } from './support/small-contract.ts';

/** Generates the validators of a booking schema with additional keywords. */
const generated = (keywords: JsonObject, schemas: JsonObject = {}): string => {
  const Booking = { type: 'object', description: 'A booking.', ...keywords };
  const contract = contractWith({ ...bookingSchemas, ...schemas, Booking }, bookingPaths);
  return generateClient(contract).get('validators.ts') ?? '';
};

describe('generated validators', () => {
  it('the validator of a response contains only keywords that restrict values', () => {
    const source = generated({
      properties: {
        id: { type: 'string', description: 'Its id.', pattern: '^a/b$', format: 'uri' },
      },
    });
    expect(source).toContain(
      `const bookingSchema: Schema = { type: "object", properties: { "id": { type: "string", pattern: /^a\\/b$/u, format: 'uri' } } };`,
    );
    expect(source).toContain(
      'export const changeBookingResponse: Validator<Booking> = /* @__PURE__ */ validator(bookingSchema);',
    );
  });

  it('validators refer to components through functions, so that a component can refer to itself', () => {
    const source = generated({
      properties: { returns: { $ref: '#/components/schemas/Booking', description: 'Back.' } },
    });
    expect(source).toContain('{ "returns": () => bookingSchema }');
  });

  it.each([
    ['not', { not: {} }],
    ['format', { properties: { id: { type: 'string', format: 'ipv4' } } }],
    ['additionalProperties', { additionalProperties: false }],
    ['oneOf', { oneOf: [{ type: 'object' }] }],
    ['maxLength', { properties: { id: { $ref: '#/components/schemas/Problem', maxLength: 1 } } }],
  ])('the generator rejects a schema with an unsupported use of %s', (keyword, keywords) => {
    expect(() => generated(keywords as JsonObject)).toThrow(
      new RegExp(`schema Booking\\S*: the validators do not support this use of \`${keyword}\``),
    );
  });
});
