import { documentRule } from './document-node.js';
import { decisionFor } from './operation-decisions.js';
import { operations, webhooks } from './traversal.js';

/** Each operation requires exactly the permission that was decided. Webhooks require none. */
export const permissionsNamed = documentRule((root) => {
  for (const operation of operations(root)) {
    const decision = decisionFor(root, operation);
    const security = operation.place.at('security');
    if (
      decision &&
      JSON.stringify(security.value) !== JSON.stringify([{ bearer: [decision.permission] }])
    ) {
      security.report(
        `'${operation.id}' must require exactly one permission: security: [{bearer: ['${decision.permission}']}].`,
      );
    }
  }
  for (const { name, place } of webhooks(root)) {
    const security = place.at('security');
    if (!Array.isArray(security.value) || security.value.length > 0)
      security.report(
        `The webhook '${name}' is signed, and requires no permission. Set security: [].`,
      );
  }
});
