import { documentRule } from './document-node.js';
import { bodies, everySchema, operations, schemas } from './traversal.js';

/**
 * An extensible enum (`x-extensible-enum: true`) is a component, because only then its generated
 * type accepts unknown values. It is never part of a request: the service defines the values.
 */
export const extensibleEnums = documentRule((root) => {
  const requests = /** @type {Set<string>} */ (new Set());
  const answers = /** @type {Set<string>} */ (new Set());
  for (const { kind, schema } of bodies(root))
    for (const one of schemas(schema)) (kind === 'request' ? requests : answers).add(one.schema.id);
  for (const { parameters } of operations(root))
    for (const one of parameters)
      for (const { schema } of schemas(one.at('schema'))) requests.add(schema.id);
  for (const schema of new Map(
    [...everySchema(root)].map((one) => [one.schema.id, one.schema]),
  ).values()) {
    const mark = schema.at('x-extensible-enum');
    if (!mark.exists) continue;
    if (mark.value !== true) mark.report("'x-extensible-enum' is `true` or absent.");
    if (!Array.isArray(schema.value.enum) || schema.value.type !== 'string')
      schema.report('An extensible enum has type: string and an enum of what is known now.');
    if (schema.component === undefined)
      schema.report('An extensible enum has to be a component of its own.');
    if (requests.has(schema.id)) schema.report('An extensible enum cannot be part of a request.');
    else if (!answers.has(schema.id))
      schema.report('An extensible enum belongs into a response or an event.');
  }
});
