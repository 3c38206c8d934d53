import { documentRule } from './document-node.js';
import { isObjectSchema } from './requests-closed.js';
import { bodies, schemas } from './traversal.js';

/**
 * No object component is part of both a request and a response or event: request objects are
 * closed, other objects are open, and they change for different reasons.
 */
export const requestsApart = documentRule((root) => {
  /** @param {(kind: string) => boolean} isWanted */
  const objectsIn = (isWanted) => {
    const seen = /** @type {Set<string>} */ (new Set());
    const found = bodies(root)
      .filter(({ kind }) => isWanted(kind))
      .flatMap(({ schema }) => [...schemas(schema, seen)]);
    return new Map(
      found
        .filter(({ schema }) => schema.component && isObjectSchema(schema))
        .map(({ schema }) => [schema.id, schema]),
    );
  };
  const inResponses = objectsIn((kind) => kind !== 'request');
  for (const [id, schema] of objectsIn((kind) => kind === 'request')) {
    if (inResponses.has(id))
      schema.report(
        `'${schema.component}' is used in a request and in a response. Write a separate component for each.`,
      );
  }
});
