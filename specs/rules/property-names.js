import { documentRule } from './document-node.js';
import { everyProperty, operations, webhooks } from './traversal.js';

const snakeCase = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const headerCase = /^([A-Z][a-z]*(-[A-Z][a-z]*)*|webhook-[a-z]+)$/;

/**
 * Properties, path parameters and query parameters are snake_case. Header parameters have the form
 * `Idempotency-Key`, or the form of Standard Webhooks: `webhook-id`.
 */
export const propertyNames = documentRule((root) => {
  for (const { name, owner } of everyProperty(root)) {
    if (!snakeCase.test(name))
      owner?.at('properties', name).report(`The property '${name}' is not snake_case.`);
  }
  for (const { parameters } of [...operations(root), ...webhooks(root)]) {
    for (const parameter of parameters.filter(({ exists }) => exists)) {
      const { name, in: where } = parameter.value;
      if (!(where === 'header' ? headerCase : snakeCase).test(name))
        parameter
          .at('name')
          .report(
            `The ${where} parameter '${name}' is not ${where === 'header' ? 'in the form Idempotency-Key or webhook-id' : 'snake_case'}.`,
          );
    }
  }
});
