import { documentRule } from './document-node.js';
import { bodies, propertyName, schemas } from './traversal.js';

/** Largest integer that a 64-bit floating-point number represents exactly. */
const maxAmount = 2 ** 53 - 1;
/** Technical ceiling: largest signed 32-bit integer. */
const maxInt32 = 2 ** 31 - 1;

/**
 * Permanent ranges by property name, or by component and property name (D-054). The quantity of an
 * order item has the same range as in a booking request.
 *
 * @type {Record<string, [minimum: number, maximum: number]>}
 */
const permanentRanges = {
  latitude: [-90, 90],
  longitude: [-180, 180],
  heading_degrees: [0, 359],
  status: [400, 599],
  reassignment_count: [0, 200],
  'OrderItem.quantity': [1, 999],
};

/**
 * Number ranges in responses and events are permanent or technical: if a response repeats the range
 * of a request, the range cannot be widened in a minor version. A technical range starts at 0 or 1
 * and ends at the largest 32-bit integer. The range of an `amount` ends at the largest exact
 * integer, and can also start at the negative of that integer.
 */
export const responseRanges = documentRule((root) => {
  const seen = /** @type {Set<string>} */ (new Set());
  const reported = /** @type {Set<string>} */ (new Set());
  for (const body of bodies(root).filter(({ kind }) => kind !== 'request')) {
    for (const occurrence of schemas(body.schema, seen)) {
      const { schema, owner, conditional } = occurrence;
      const { type, minimum, maximum } = schema.value;
      if (conditional || ![type].flat().some((one) => one === 'integer' || one === 'number'))
        continue;
      const property = propertyName(occurrence);
      const permanent =
        permanentRanges[`${owner?.component}.${property}`] ?? permanentRanges[property];
      const largest = property === 'amount' ? maxAmount : maxInt32;
      const [smallest, last] = permanent
        ? [[permanent[0]], permanent[1]]
        : [property === 'amount' ? [0, 1, -largest] : [0, 1], largest];
      /** @param {string} keyword @param {boolean} isValid @param {string} expected */
      const check = (keyword, isValid, expected) => {
        if (isValid || reported.has(`${schema.id} ${keyword}`)) return;
        reported.add(`${schema.id} ${keyword}`);
        schema.report(`In a response, '${keyword}' of '${property}' must be ${expected} (D-054).`);
      };
      check('minimum', smallest.includes(minimum), smallest.join(' or '));
      check('maximum', maximum === last, String(last));
    }
  }
});
