import { documentRule } from './document-node.js';
import { everySchema } from './traversal.js';

/** Matches `\d` and `\D`, but not a `d` after an escaped backslash. */
const digitClass = /(?<!\\)(?:\\\\)*\\d/i;

/**
 * A pattern matches digits with `[0-9]`: `\d` also matches other Unicode digits in Python and .NET,
 * so validators disagree.
 */
export const digitPatterns = documentRule((root) => {
  const reported = /** @type {Set<string>} */ (new Set());
  for (const { schema } of everySchema(root)) {
    const places = [schema.at('pattern'), schema.at('propertyNames', 'pattern')];
    for (const place of places) {
      if (typeof place.value !== 'string' || !digitClass.test(place.value)) continue;
      if (reported.has(place.id)) continue;
      reported.add(place.id);
      place.report("Write '[0-9]' instead of '\\d', and '[^0-9]' instead of '\\D'.");
    }
  }
});
