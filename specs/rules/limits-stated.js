import { documentRule } from './document-node.js';
import { operations } from './traversal.js';

/** Every operation declares its limits, including the maximum size of its body. */
export const limitsStated = documentRule((root) => {
  for (const { id, place } of operations(root)) {
    const limits = place.at('x-limits');
    const takesBody = place.at('requestBody').exists;
    if (!limits.exists) place.report(`'${id}' does not state its limits: x-limits.`);
    else if (takesBody !== limits.at('max_body_bytes').exists) {
      limits.report(
        takesBody
          ? `'${id}' takes a body and has to state its largest size: max_body_bytes.`
          : `'${id}' takes no body, so max_body_bytes says nothing.`,
      );
    }
  }
});
