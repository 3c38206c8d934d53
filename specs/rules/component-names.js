import { documentRule } from './document-node.js';
import { everySchema, operations, responses, webhooks } from './traversal.js';

const pascalCase = /^([A-Z][a-z0-9]*)+$/;

/** Names of schema, parameter, response and header components are PascalCase. */
export const componentNames = documentRule((root) => {
  const all = [
    ...[...everySchema(root)].map(({ schema }) => schema),
    ...[...operations(root), ...webhooks(root)].flatMap(({ parameters }) => parameters),
    ...responses(root).flatMap(({ response }) => [
      response,
      ...response
        .at('headers')
        .entries()
        .map(([, header]) => header),
    ]),
  ];
  for (const place of new Map(all.map((one) => [one.id, one])).values()) {
    if (place.component !== undefined && !pascalCase.test(place.component))
      place.report(`The component '${place.component}' is not PascalCase.`);
  }
});
