import { catalogue, isProblem } from './catalogue.js';
import { documentRule } from './document-node.js';
import { responses } from './traversal.js';

/** Codes with the scope `server` that operations can list, because each operation has its own limit. */
const documentedServerCodes = new Set(['payload_too_large']);

/**
 * Each problem response lists its codes. Each code is in the error catalog with that status, and
 * has an example on the response.
 */
export const problemCodes = documentRule((root) => {
  const known = catalogue(root);
  const seen = /** @type {Set<string>} */ (new Set());
  for (const { status, response } of responses(root)) {
    const at = `${status} ${response.id}`;
    if (seen.has(at)) continue;
    seen.add(at);
    const list = response.at('x-problem-codes');
    if (!isProblem(status)) {
      if (list.exists) list.report(`${status} is not an error status and must not list codes.`);
      continue;
    }
    const codes = /** @type {string[]} */ (Array.isArray(list.value) ? list.value : []);
    if (codes.length === 0)
      response.report(`A ${status} response must list its codes in x-problem-codes.`);
    const examples = response.at('content', 'application/problem+json', 'examples').entries();
    const shown = examples.map(([, example]) => example.value?.value?.code);
    list.items().forEach((item, index) => {
      const code = codes[index] ?? '';
      const entry = known.get(code)?.entry;
      if (codes.indexOf(code) !== index) item.report(`'${code}' is listed twice.`);
      if (entry === undefined) item.report(`'${code}' is not in the error catalog.`);
      else if (String(entry.status) !== status)
        item.report(
          `'${code}' has the status ${entry.status} in the error catalog, not ${status}.`,
        );
      else if (entry.scope === 'server' && !documentedServerCodes.has(code))
        item.report(`'${code}' has the scope 'server', so operations must not list it.`);
      if (!shown.includes(code)) item.report(`'${code}' has no example on this response.`);
    });
    for (const [name, example] of examples) {
      const code = example.value?.value?.code;
      if (!codes.includes(code))
        example.report(`The example '${name}' shows '${code}', which this response does not list.`);
    }
    for (const [what, first] of [
      ['code', codes[0]],
      ['example', shown[0]],
    ]) {
      if (codes.includes('validation_failed') && first !== 'validation_failed')
        list.report(
          `'validation_failed' must be the first ${what}: tools return the first one for an invalid request.`,
        );
    }
  }
});
