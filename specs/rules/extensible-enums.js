import { documentRule } from './document-node.js';
import { bodies, everySchema, operations, schemas } from './traversal.js';

/**
 * An extensible enum (`x-extensible-enum`) has no `enum`, because validators would reject later
 * values. It is a component, because only then does its generated type accept unknown values. It is
 * never part of a request, because only the service can add values.
 */
export const extensibleEnums = documentRule((root) => {
  const requests = /** @type {Set<string>} */ (new Set());
  const responses = /** @type {Set<string>} */ (new Set());
  for (const { kind, schema } of bodies(root))
    for (const one of schemas(schema))
      (kind === 'request' ? requests : responses).add(one.schema.id);
  for (const { parameters } of operations(root))
    for (const one of parameters)
      for (const { schema } of schemas(one.at('schema'))) requests.add(schema.id);
  for (const schema of new Map(
    [...everySchema(root)].map((one) => [one.schema.id, one.schema]),
  ).values()) {
    const values = schema.at('x-extensible-enum');
    if (!values.exists) continue;
    if (!Array.isArray(values.value))
      values.report("'x-extensible-enum' must be an array of values.");
    if (schema.value.enum !== undefined || schema.value.type !== 'string')
      schema.report("An extensible enum must have 'type: string' and no 'enum'.");
    if (!schema.at('x-enumDescriptions').exists)
      schema.report("An extensible enum must describe its values in 'x-enumDescriptions'.");
    if (schema.component === undefined) schema.report('An extensible enum must be a component.');
    if (requests.has(schema.id)) schema.report('An extensible enum cannot be part of a request.');
    else if (!responses.has(schema.id))
      schema.report('An extensible enum must be part of a response or an event.');
  }
});
