import { documentRule, isObject } from './document-node.js';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/** Wrong spellings in names and texts, with the right ones. @type {[RegExp, string][]} */
const words = [
  [/cancel(ed|ing|ation|ations|able)(?![a-z])/i, 'cancelled, cancelling, cancellation'],
  [/fulfil(ments?|s)?(?![a-z])/i, 'fulfillment, fulfill'],
  [/drop[_-]offs?(?![a-z])/i, 'dropoff'],
  [/pick[_-]ups?(?![a-z])/i, 'pickup'],
];

/** Synonyms that names must not contain, with the standard terms. @type {[RegExp, string][]} */
const terms = [
  [/(^|_)(driver|rider|dasher)s?(_|$)/i, 'courier'],
  [/(^|_)(eater|consumer)s?(_|$)/i, 'customer'],
  [/(^|_)(venue|restaurant)s?(_|$)/i, 'store'],
  [/metres(_|$)/i, 'meters'],
];

/** Names and texts use the standard spellings; names use the standard terms. */
export const spelling = documentRule((root) => {
  const seen = /** @type {Set<string>} */ (new Set());
  /** @param {DocumentNode} place */
  const read = (place) => {
    if (seen.has(place.id)) return;
    seen.add(place.id);
    if (typeof place.value === 'string') check(place, place.value, words);
    for (const item of place.items()) read(item);
    if (!isObject(place.value)) return;
    for (const key of Object.keys(place.value)) {
      if (key.startsWith('$')) continue;
      const member = place.at(key);
      check(member, key, /^[\w-]+$/.test(key) ? [...words, ...terms] : words);
      read(member);
    }
  };
  read(root);
});

/**
 * @param {DocumentNode} place @param {string} text @param {[RegExp, string][]} table
 */
function check(place, text, table) {
  for (const [wrong, right] of table) {
    const found = wrong.exec(text);
    if (found) place.report(`Write '${right}', not '${found[0].replace(/^_|_$/g, '')}'.`);
  }
}
