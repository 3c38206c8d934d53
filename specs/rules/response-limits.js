import { documentRule, isObject } from './document-node.js';
import { bodies, propertyName, schemas } from './traversal.js';

/**
 * Permanent maximum string lengths by property name (D-053). Fields of an order have the
 * same limits as in a booking request, so that a store's system can forward them.
 * @type {Record<string, number>}
 */
const permanentLengths = {
  name: 120,
  company: 160,
  company_name: 160,
  instructions: 500,
  pickup_instructions: 500,
  handover: 500,
  line1: 200,
  line2: 200,
  city: 100,
  district: 100,
  region: 100,
  postal_code: 16,
  email: 254,
  partner_name: 64,
  parameter: 64,
  header: 64,
};
/** Names of identifiers. Their maximum lengths are permanent. */
const identifier = /(^|_)(id|ids|reference|code|barcodes?|version)$/i;
const nameSuffix = /_name$/;

const technicalCeiling = { string: 5000, url: 2048, array: 1000, map: 1000 };

/** @param {Record<string, any>} schema @param {string} name */
function expectedLength(schema, name) {
  if (schema.enum || schema['x-extensible-enum'] || schema.const !== undefined) return undefined;
  if (['uri', 'uri-reference'].includes(schema.format)) return technicalCeiling.url;
  const permanent = permanentLengths[name] ?? (nameSuffix.test(name) ? permanentLengths.name : 0);
  if (permanent) return permanent;
  if (schema.pattern || schema.format || identifier.test(name)) return undefined;
  return technicalCeiling.string;
}

/**
 * Limits in responses and events are permanent or technical ceilings: if a response repeats the
 * limit of a request, the limit cannot increase in a minor version. The permanent limits are those
 * of identifiers, codes, patterns and formats, those in `permanentLengths`, and the limit of
 * `items` of an order or a booking.
 */
export const responseLimits = documentRule((root) => {
  const seen = /** @type {Set<string>} */ (new Set());
  const reported = /** @type {Set<string>} */ (new Set());
  for (const body of bodies(root).filter(({ kind }) => kind !== 'request')) {
    for (const occurrence of schemas(body.schema, seen)) {
      const { schema, name, owner, conditional } = occurrence;
      if (conditional || !isObject(schema.value)) continue;
      const property = propertyName(occurrence);
      const { type, maxLength, maxItems, maxProperties } = schema.value;
      /** @param {string} keyword @param {unknown} actual @param {number | undefined} expected */
      const check = (keyword, actual, expected) => {
        if (expected === undefined || actual === expected) return;
        if (reported.has(`${schema.id} ${keyword}`)) return;
        reported.add(`${schema.id} ${keyword}`);
        schema.report(`In a response, '${keyword}' of '${property}' must be ${expected} (D-053).`);
      };
      if (type === 'string') check('maxLength', maxLength, expectedLength(schema.value, property));
      if (type === 'array' && !isForwardedItems(owner, name))
        check('maxItems', maxItems, technicalCeiling.array);
      if (type === 'object' && schema.value.additionalProperties)
        check('maxProperties', maxProperties, technicalCeiling.map);
    }
  }
});

/**
 * Returns whether the schema is `items` of an order or a booking. These arrays have the same limit
 * as `items` of a booking request.
 *
 * @param {import('./document-node.js').DocumentNode | undefined} owner @param {string} name
 */
const isForwardedItems = (owner, name) =>
  name === 'items' && ['Order', 'Booking'].includes(owner?.component ?? '');
