import { documentRule } from './place.js';
import { bodies, schemas } from './walk.js';

/** @param {import('./place.js').Place} schema */
export const isObjectSchema = ({ value }) =>
  value.properties !== undefined || [value.type].flat().includes('object');

/**
 * Every object of a request refuses fields that it does not name; a typo must not be taken for
 * silence.
 */
export const requestsClosed = documentRule((root) => {
  const seen = /** @type {Set<string>} */ (new Set());
  for (const body of bodies(root).filter(({ kind }) => kind === 'request')) {
    for (const { schema, conditional } of schemas(body.schema, seen)) {
      if (conditional || !isObjectSchema(schema)) continue;
      const rest = schema.value.additionalProperties;
      const isMap = schema.value.properties === undefined && typeof rest === 'object';
      if (rest !== false && !isMap)
        schema.report('An object of a request has to be closed: additionalProperties: false.');
    }
  }
});
