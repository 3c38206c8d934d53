import { documentRule } from './document-node.js';
import { bodies, operations } from './traversal.js';

/**
 * A top-level body field must not have the name of a path parameter of its operation: a client
 * method accepts both in one object.
 */
export const bodyNamesApart = documentRule((root) => {
  const all = bodies(root);
  for (const { id, parameters } of operations(root)) {
    const taken = new Set(
      parameters.filter((one) => one.value?.in === 'path').map((one) => one.value.name),
    );
    for (const { schema } of all.filter(({ kind, owner }) => kind === 'request' && owner === id)) {
      for (const [name, property] of schema.at('properties').entries()) {
        if (taken.has(name))
          property.report(
            `The body field '${name}' has the same name as a path parameter of '${id}'.`,
          );
      }
    }
  }
});
