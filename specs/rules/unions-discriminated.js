import { documentRule, isObject } from './document-node.js';
import { bodies, schemas } from './traversal.js';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/** Decided unions. Everything else is one flat object. */
const unions = new Set(['Estimate', 'Fulfillment']);

/** Only the decided unions exist, each with a discriminator that is a constant in every branch. */
export const unionsDiscriminated = documentRule((root) => {
  const seen = /** @type {Set<string>} */ (new Set());
  for (const { kind, schema: body } of bodies(root)) {
    for (const { schema } of schemas(body, seen)) {
      for (const keyword of ['allOf', 'anyOf'])
        if (schema.value[keyword])
          schema.at(keyword).report(`Write one flat object instead of '${keyword}'.`);
      if (!schema.value.oneOf) continue;
      if (kind === 'request' || !unions.has(schema.component ?? ''))
        schema
          .at('oneOf')
          .report(`Only ${[...unions].join(' and ')} are unions, and only in responses.`);
      else checkBranches(schema);
    }
  }
});

/** @param {DocumentNode} schema */
function checkBranches(schema) {
  const { propertyName, mapping } = schema.value.discriminator ?? {};
  if (!propertyName || !isObject(mapping))
    return schema.report('A union has a discriminator with propertyName and mapping.');
  const branches = schema
    .at('oneOf')
    .items()
    .filter(({ exists }) => exists);
  for (const branch of branches) {
    const value = branch.at('properties', propertyName).value?.const;
    if (typeof value !== 'string' || !branch.value.required?.includes(propertyName))
      branch.report(`Each branch requires '${propertyName}' with a const.`);
    else if (!(value in mapping)) branch.report(`The mapping has no '${value}'.`);
  }
  if (Object.keys(mapping).length !== branches.length)
    schema.at('discriminator').report('The mapping has one line for each branch.');
}
