import { documentRule } from './document-node.js';
import { everySchema } from './traversal.js';

/**
 * An enum is a component, so that generated code has one named type for it. Exceptions are enums
 * with one value, such as those of discriminators, and enums in conditions, which test values and
 * do not describe them.
 */
export const enumComponents = documentRule((root) => {
  const reported = /** @type {Set<string>} */ (new Set());
  for (const { schema, conditional } of everySchema(root)) {
    const values = schema.value.enum;
    if (conditional || !Array.isArray(values) || values.length < 2) continue;
    if (schema.component !== undefined || reported.has(schema.id)) continue;
    reported.add(schema.id);
    schema.report("Make this enum a component, and refer to it with '$ref'.");
  }
});
