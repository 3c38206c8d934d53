import { documentRule } from './document-node.js';
import { sourceTables } from './source-tables.js';
import { operations, webhooks } from './traversal.js';

/** `paths` and `webhooks` contain only what the tables of the source document define. */
export const givenOnly = documentRule((root) => {
  const tables = sourceTables[root.at('x-interface').value];
  if (!tables)
    return root
      .at('x-interface')
      .report(`'x-interface' must be one of ${Object.keys(sourceTables).join(', ')}.`);
  const paths = new Set(tables.operations.map(({ path }) => path));
  for (const [path, item] of root.at('paths').entries()) {
    if (!paths.has(path)) item.report(`The source document does not define the path '${path}'.`);
  }
  for (const { method, path, place } of operations(root)) {
    if (
      paths.has(path) &&
      !tables.operations.some((one) => one.path === path && one.method === method)
    ) {
      place.report(`The source document does not define ${method.toUpperCase()} for '${path}'.`);
    }
  }
  for (const { name, place } of webhooks(root)) {
    if (!tables.webhooks.includes(name))
      place.report(`The source document does not define a webhook '${name}'.`);
  }
});
