import { documentRule } from './document-node.js';
import { bodies, schemas } from './traversal.js';

/** Objects in responses and events are open, so that a new field is a minor change. */
export const responsesOpen = documentRule((root) => {
  const seen = /** @type {Set<string>} */ (new Set());
  for (const body of bodies(root).filter(({ kind }) => kind !== 'request')) {
    for (const { schema } of schemas(body.schema, seen)) {
      for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
        if (schema.value[keyword] === false)
          schema.at(keyword).report(`A response object must not have ${keyword}: false.`);
      }
    }
  }
});
