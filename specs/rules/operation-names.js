import { given } from './given.js';
import { documentRule } from './place.js';
import { rulingOf, webhookRulings } from './rulings.js';
import { operations, webhooks } from './walk.js';

/**
 * operationIds are as decided, tags as the source groups: anchors of the reference and names of
 * client methods come from them.
 */
export const operationNames = documentRule((root) => {
  for (const operation of operations(root)) {
    const ruling = rulingOf(root, operation);
    const group = given[root.at('x-interface').value]?.operations.find(
      ({ method, path }) => method === operation.method && path === operation.path,
    )?.group;
    if (ruling) named(operation.place, ruling.id, group ?? '');
  }
  for (const { name, place } of webhooks(root)) {
    const id = webhookRulings[name];
    if (id) named(place, id, 'Webhooks');
  }
});

/** @param {import('./place.js').Place} place @param {string} id @param {string} tag */
function named(place, id, tag) {
  if (place.value.operationId !== id)
    place.at('operationId').report(`The operationId has to be '${id}'.`);
  const tags = place.at('tags');
  if (tags.value?.length !== 1 || tags.value[0] !== tag)
    tags.report(`The one tag has to be '${tag}'.`);
}
