import { documentRule } from './document-node.js';
import { bodies, schemas } from './traversal.js';

/**
 * Forbidden property names by webhook, as whole words between underscores.
 * @type {Record<string, RegExp>}
 */
const forbidden = {
  bookingUpdated:
    /(^|_)(contacts?|recipient|phone|email|address(es)?|notes?|instructions?|items?|proofs?|pin|access_code|barcodes?|signer)(_|$)/,
};

/** Events have no property with a name that is forbidden for their webhook. */
export const eventPrivacy = documentRule((root) => {
  for (const { kind, owner, schema } of bodies(root)) {
    const names = forbidden[owner];
    if (kind !== 'event' || names === undefined) continue;
    for (const one of schemas(schema)) {
      if (one.role === 'property' && names.test(one.name))
        one.owner
          ?.at('properties', one.name)
          .report(
            `The event '${owner}' contains '${one.name}', which this event must not contain.`,
          );
    }
  }
});
