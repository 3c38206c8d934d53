import type { InterfaceName } from '@delivery-api/specs/contract';
import { slug } from '../slug.ts';

// Anchors of `reference.html`. After the first release, they stay the same within a major version,
// because other pages link to them.

/** An operation or webhook by its operationId: `createbooking`. */
export const operationAnchor = (id: string): string => id.toLowerCase();

/** A part of an operation or webhook: `createbooking-request`. */
export const partAnchor = (
  id: string,
  part:
    | 'parameters'
    | 'request'
    | 'responses'
    | 'headers'
    | 'payload'
    | 'delivery'
    | 'signature'
    | 'examples'
    | 'samples',
): string => `${operationAnchor(id)}-${part}`;

/** A parameter, or a header of a webhook: `createbooking-partner_name`. */
export const parameterAnchor = (id: string, name: string): string =>
  `${operationAnchor(id)}-${name.toLowerCase()}`;

/** A response: `createbooking-201`. */
export const responseAnchor = (id: string, status: number): string =>
  `${operationAnchor(id)}-${status}`;

/** A named schema: `schema-booking`. */
export const schemaAnchor = (name: string): string => `schema-${name.toLowerCase()}`;

/**
 * A field of a named schema, or a value of a named enum: `schema-booking-status`,
 * `schema-bookingstatus-searching`.
 */
export const fieldAnchor = (schema: string, field: string): string =>
  `${schemaAnchor(schema)}-${field.toLowerCase()}`;

/** A named example: `example-dinner_booking_request`. */
export const exampleAnchor = (name: string): string => `example-${name}`;

/** A response header: `header-retry-after`. */
export const headerAnchor = (name: string): string => `header-${name.toLowerCase()}`;

/** The section of a tag: `tag-bookings`. */
export const tagAnchor = (name: string): string => `tag-${slug(name)}`;

/** A section of the introduction, by its heading: `about-base-url`. */
export const aboutAnchor = (heading: string): string => `about-${slug(heading)}`;

/** Released anchors of sections whose headings have changed, by current anchor. */
const formerAboutAnchors: Partial<Record<InterfaceName, Record<string, string[]>>> = {
  lastmile: {
    'about-base-url': ['about-base-address'],
  },
  marketplace: {
    'about-base-url': ['about-base-address'],
    'about-your-first-call': ['about-in-five-minutes'],
    'about-idempotency': ['about-writing-safely'],
    'about-webhooks': ['about-the-webhook'],
    'about-not-in-version-1': ['about-what-version-1-does-not-have'],
  },
};

/** Returns the anchors that a section of the introduction had in released versions. */
export const aliasesOf = (name: InterfaceName, anchor: string): string[] =>
  formerAboutAnchors[name]?.[anchor] ?? [];

/** A state machine, by its enum: `machine-bookingstatus`. */
export const machineAnchor = (schema: string): string => `machine-${schema.toLowerCase()}`;

/** A scenario of the sandbox: `scenario-delivered`. */
export const scenarioAnchor = (name: string): string => `scenario-${name}`;
