import { catalogue, isProblem } from './catalogue.js';
import { documentRule } from './place.js';
import { bodies, responses } from './walk.js';

/**
 * The catalogue holds what is used: the interface's own codes stand on a response, and their
 * extensions are members of `Problem`.
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
      if (other !== undefined) place.report(`'${code}' stands in '${other}' and in '${group}'.`);
      seen.set(code, group);
    }
  }
  for (const [code, { group, place, entry }] of catalogue(root)) {
    if (group !== 'common' && entry.scope !== 'server' && !used.has(code))
      place.report(`No response lists '${code}'.`);
    if (group !== 'common' || used.has(code)) {
      for (const member of entry.extensions ?? []) {
        if (problem && !problem.at('properties', member).exists)
          place.at('extensions').report(`'Problem' has no member '${member}'.`);
      }
    }
  }
});
