import { documentRule } from './document-node.js';
import { everySchema } from './traversal.js';

/**
 * A required property is defined next to `required`, or, for a branch of a condition, on the object
 * of the condition. Does not check `required` next to `allOf`, `oneOf` or `anyOf`. Replaces
 * no-required-schema-properties-undefined, which does not support conditions.
 */
export const requiredIsDefined = documentRule((root) => {
  const known = /** @type {Map<string, Set<string>>} */ (new Map());
  for (const { schema, role, owner } of everySchema(root)) {
    const inherited = role === 'branch' && owner ? known.get(owner.id) : undefined;
    const names = new Set([...(inherited ?? []), ...Object.keys(schema.value.properties ?? {})]);
    if (known.has(schema.id)) continue;
    known.set(schema.id, names);
    if (schema.value.allOf || schema.value.oneOf || schema.value.anyOf) continue;
    for (const item of schema.at('required').items()) {
      if (!names.has(item.value)) item.report(`Required property '${item.value}' is not defined.`);
    }
  }
});
