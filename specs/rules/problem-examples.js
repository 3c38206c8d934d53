import { catalogue, isProblem } from './catalogue.js';
import { documentRule } from './document-node.js';
import { responses } from './traversal.js';

const core = ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'retryable'];

/**
 * An example of a problem has the type, title, status and `retryable` that the error catalog
 * defines for its code, and all required extension members of the code. Its other members are
 * members of every problem, optional extension members or, next to `errors`, `errors_truncated`.
 * Each example has a different `request_id`.
 */
export const problemExamples = documentRule((root) => {
  const known = catalogue(root);
  const base = root.at('x-docs-base').value;
  const requestIds = /** @type {Map<string, string>} */ (new Map());
  const examples = responses(root)
    .filter(({ status }) => isProblem(status))
    .flatMap(({ response }) =>
      response.at('content', 'application/problem+json', 'examples').entries(),
    );
  for (const [name, example] of new Map(examples.map((one) => [one[1].id, one])).values()) {
    const problem = example.at('value');
    const { code, request_id: requestId } = problem.value ?? {};
    const entry = known.get(code)?.entry;
    if (entry === undefined) continue;
    const expected = {
      type: `${base}/errors#${code}`,
      title: entry.title,
      status: entry.status,
      retryable: entry.retryable,
    };
    for (const [member, value] of Object.entries(expected)) {
      if (problem.value[member] !== value)
        problem
          .at(member)
          .report(
            `'${member}' of '${code}' is '${value}' in the error catalog, not '${problem.value[member]}'.`,
          );
    }
    const extensions = entry.extensions ?? [];
    const allowed = [...core, ...extensions, ...(entry.optional_extensions ?? [])];
    for (const member of extensions)
      if (!problem.at(member).exists) problem.report(`'${code}' requires '${member}'.`);
    for (const member of Object.keys(problem.value)) {
      const isTruncation = member === 'errors_truncated' && extensions.includes('errors');
      if (!allowed.includes(member) && !isTruncation)
        problem.at(member).report(`'${code}' does not have '${member}'.`);
    }
    const other = requestIds.get(requestId);
    if (other !== undefined)
      problem
        .at('request_id')
        .report(`The examples '${other}' and '${name}' have the same request_id.`);
    requestIds.set(requestId, name);
  }
});
