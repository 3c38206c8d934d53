import { documentRule } from './document-node.js';
import { bodies, schemas } from './traversal.js';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/** Returns whether a schema describes an object. @param {DocumentNode} schema */
export const isObjectSchema = ({ value }) =>
  value.properties !== undefined || [value.type].flat().includes('object');

/**
 * Every object in a request, except a map, rejects unknown fields, so that misspelled names are
 * reported.
 */
export const requestsClosed = documentRule((root) => {
  const seen = /** @type {Set<string>} */ (new Set());
  for (const body of bodies(root).filter(({ kind }) => kind === 'request')) {
    for (const { schema, conditional } of schemas(body.schema, seen)) {
      // The branches of a union are closed, and the union itself has no fields.
      if (conditional || schema.value.oneOf || !isObjectSchema(schema)) continue;
      const rest = schema.value.additionalProperties;
      const isMap = schema.value.properties === undefined && typeof rest === 'object';
      if (rest !== false && !isMap)
        schema.report('A request object must have additionalProperties: false.');
    }
  }
});
