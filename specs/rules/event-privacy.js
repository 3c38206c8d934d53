import { documentRule } from './place.js';
import { bodies, schemas } from './walk.js';

/**
 * What an event must not carry, by webhook: names of properties, whole words between underscores.
 * @type {Record<string, RegExp>}
 */
const forbidden = {
  bookingUpdated:
    /(^|_)(contacts?|recipient|phone|email|address(es)?|notes?|instructions?|items?|proofs?|pin|access_code|barcodes?|signer)(_|$)/,
};

/**
 * An event reaches no field that its receiver may read only when asking for it with a permission.
 */
export const eventPrivacy = documentRule((root) => {
  for (const { kind, owner, schema } of bodies(root)) {
    const names = forbidden[owner];
    if (kind !== 'event' || names === undefined) continue;
    for (const one of schemas(schema)) {
      if (one.role === 'property' && names.test(one.name))
        one.owner
          ?.at('properties', one.name)
          .report(`The event '${owner}' reaches '${one.name}', which no event may carry.`);
    }
  }
});
