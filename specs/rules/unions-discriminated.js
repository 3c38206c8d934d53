import { documentRule, isObject } from './document-node.js';
import { bodies, schemas } from './traversal.js';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/** The components that can have `oneOf`. */
const unions = {
  request: new Set(['SubmitMenuRequest']),
  response: new Set(['Estimate', 'Fulfillment']),
};

/**
 * Only the allowed unions have `oneOf`; no schema has `allOf` or `anyOf`. Each union has `type:
 * object` and a mapping with one entry for each branch. Each branch requires the discriminator
 * property, which is an enum with one value, because many generators ignore `const`. The request
 * union lets one operation accept menus and availability updates, because the source document
 * defines no other operation for updates (D-043).
 */
export const unionsDiscriminated = documentRule((root) => {
  const seen = /** @type {Set<string>} */ (new Set());
  for (const { kind, schema: body } of bodies(root)) {
    for (const { schema } of schemas(body, seen)) {
      for (const keyword of ['allOf', 'anyOf'])
        if (schema.value[keyword])
          schema.at(keyword).report(`Write one flat object instead of '${keyword}'.`);
      if (!schema.value.oneOf) continue;
      const decided = unions[kind === 'request' ? 'request' : 'response'];
      if (decided.has(schema.component ?? '')) checkBranches(schema);
      else
        schema
          .at('oneOf')
          .report(
            `Only ${[...unions.response].join(' and ')} (in responses) and ${[...unions.request].join()} (in requests) can be unions. Use one object.`,
          );
    }
  }
});

/** @param {DocumentNode} schema */
function checkBranches(schema) {
  if (schema.value.type !== 'object') schema.report("A union must have 'type: object'.");
  const { propertyName, mapping } = schema.value.discriminator ?? {};
  if (!propertyName || !isObject(mapping))
    return schema.report('A union must have a discriminator with propertyName and mapping.');
  const branches = schema
    .at('oneOf')
    .items()
    .filter(({ exists }) => exists);
  for (const branch of branches) {
    const [value, ...others] = branch.at('properties', propertyName).value?.enum ?? [];
    if (
      typeof value !== 'string' ||
      others.length > 0 ||
      !branch.value.required?.includes(propertyName)
    )
      branch.report(`Each branch must require '${propertyName}', an enum with one value.`);
    else if (!(value in mapping)) branch.report(`The mapping must have an entry for '${value}'.`);
  }
  if (Object.keys(mapping).length !== branches.length)
    schema.at('discriminator').report('The mapping must have one entry for each branch.');
}
