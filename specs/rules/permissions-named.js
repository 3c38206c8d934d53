import { documentRule } from './place.js';
import { rulingOf } from './rulings.js';
import { operations, webhooks } from './walk.js';

/** Each operation asks for exactly one permission, the decided one; webhooks for none. */
export const permissionsNamed = documentRule((root) => {
  for (const operation of operations(root)) {
    const ruling = rulingOf(root, operation);
    const security = operation.place.at('security');
    if (
      ruling &&
      JSON.stringify(security.value) !== JSON.stringify([{ bearer: [ruling.permission] }])
    ) {
      security.report(
        `'${operation.id}' has to ask for exactly one permission: security: [{bearer: ['${ruling.permission}']}].`,
      );
    }
  }
  for (const { name, place } of webhooks(root)) {
    const security = place.at('security');
    if (!Array.isArray(security.value) || security.value.length > 0)
      security.report(`The webhook '${name}' is signed, not authorised: security: [].`);
  }
});
