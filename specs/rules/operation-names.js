import { documentRule } from './document-node.js';
import { decisionFor, webhookIds } from './operation-decisions.js';
import { sourceTables } from './source-tables.js';
import { operations, webhooks } from './traversal.js';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/**
 * operationIds match the decisions. The tag of an operation is its group in the source document;
 * the tag of a webhook is `Webhooks`. Links to the reference contain the tag and the operationId,
 * and client methods have the operationIds as names.
 */
export const operationNames = documentRule((root) => {
  for (const operation of operations(root)) {
    const decision = decisionFor(root, operation);
    const group = sourceTables[root.at('x-interface').value]?.operations.find(
      ({ method, path }) => method === operation.method && path === operation.path,
    )?.group;
    if (decision) checkNames(operation.place, decision.id, group ?? '');
  }
  for (const { name, place } of webhooks(root)) {
    const id = webhookIds[name];
    if (id) checkNames(place, id, 'Webhooks');
  }
});

/** @param {DocumentNode} place @param {string} id @param {string} tag */
function checkNames(place, id, tag) {
  if (place.value.operationId !== id)
    place.at('operationId').report(`The operationId must be '${id}'.`);
  const tags = place.at('tags');
  if (tags.value?.length !== 1 || tags.value[0] !== tag)
    tags.report(`The only tag must be '${tag}'.`);
}
