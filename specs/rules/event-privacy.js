import { documentRule } from './document-node.js';
import { bodies, schemas } from './traversal.js';

/**
 * Words that property names in events must not contain, by webhook. Underscores separate words.
 * @type {Record<string, RegExp>}
 */
const forbidden = {
  bookingUpdated:
    /(^|_)(contacts?|recipient|phone|email|address(es)?|notes?|instructions?|items?|proofs?|pin|access_code|barcodes?|signer)(_|$)/,
};

/** No property name in an event contains a word that is forbidden for its webhook. */
export const eventPrivacy = documentRule((root) => {
  for (const { kind, owner, schema } of bodies(root)) {
    const names = forbidden[owner];
    if (kind !== 'event' || names === undefined) continue;
    for (const one of schemas(schema)) {
      if (one.role === 'property' && names.test(one.name))
        one.owner
          ?.at('properties', one.name)
          .report(`The event '${owner}' must not contain '${one.name}'.`);
    }
  }
});
