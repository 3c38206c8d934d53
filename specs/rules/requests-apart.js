import { documentRule } from './document-node.js';
import { isObjectSchema } from './requests-closed.js';
import { bodies, schemas } from './traversal.js';

/**
 * No object component is part of requests and of responses: requests are closed, responses are
 * open, and they change for different reasons.
 */
export const requestsApart = documentRule((root) => {
  /** @param {(kind: string) => boolean} wanted */
  const reached = (wanted) => {
    const seen = /** @type {Set<string>} */ (new Set());
    const found = bodies(root)
      .filter(({ kind }) => wanted(kind))
      .flatMap(({ schema }) => [...schemas(schema, seen)]);
    return new Map(
      found
        .filter(({ schema }) => schema.component && isObjectSchema(schema))
        .map(({ schema }) => [schema.id, schema]),
    );
  };
  const answered = reached((kind) => kind !== 'request');
  for (const [id, schema] of reached((kind) => kind === 'request')) {
    if (answered.has(id))
      schema.report(
        `'${schema.component}' is used in a request and in a response. Write a separate component for each.`,
      );
  }
});
