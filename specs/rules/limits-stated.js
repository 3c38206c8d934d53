import { documentRule } from './document-node.js';
import { operations } from './traversal.js';

/** Every operation declares its limits, with `max_body_bytes` exactly if it accepts a body. */
export const limitsStated = documentRule((root) => {
  for (const { id, place } of operations(root)) {
    const limits = place.at('x-limits');
    const takesBody = place.at('requestBody').exists;
    if (!limits.exists) place.report(`'${id}' has no limits. Add x-limits.`);
    else if (takesBody !== limits.at('max_body_bytes').exists) {
      limits.report(
        takesBody
          ? `'${id}' has a body. Add max_body_bytes to its limits.`
          : `'${id}' has no body. Remove max_body_bytes.`,
      );
    }
  }
});
