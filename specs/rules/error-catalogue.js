import { catalogue, isProblem } from './catalogue.js';
import { documentRule } from './document-node.js';
import { bodies, responses } from './traversal.js';

/**
 * At least one response lists each code, unless the code is common to both interfaces or its scope
 * is `server`. `Problem` defines the extension members of the codes, except those of common codes
 * that no response lists. A member of a code is either required or optional. No code is in two
 * groups.
 */
export const errorCatalogue = documentRule((root) => {
  const used = new Set(
    responses(root).flatMap(({ response }) => response.at('x-problem-codes').value ?? []),
  );
  const problem = bodies(root).find(({ status }) => isProblem(status))?.schema;
  const seen = /** @type {Map<string, string>} */ (new Map());
  for (const [group, codes] of root.at('components', 'x-error-catalogue').entries()) {
    for (const [code, place] of codes.entries()) {
      const other = seen.get(code);
      if (other !== undefined) place.report(`'${code}' is in '${other}' and in '${group}'.`);
      seen.set(code, group);
    }
  }
  for (const [code, { group, place, entry }] of catalogue(root)) {
    if (group !== 'common' && entry.scope !== 'server' && !used.has(code))
      place.report(`No response lists '${code}'.`);
    if (group !== 'common' || used.has(code)) {
      for (const list of /** @type {const} */ (['extensions', 'optional_extensions'])) {
        for (const member of entry[list] ?? []) {
          if (problem && !problem.at('properties', member).exists)
            place.at(list).report(`'Problem' has no member '${member}'.`);
        }
      }
      for (const member of entry.optional_extensions ?? []) {
        if (entry.extensions?.includes(member))
          place.at('optional_extensions').report(`'${member}' is also in 'extensions'.`);
      }
    }
  }
});
