import { documentRule } from './document-node.js';
import { operations, responses, webhooks } from './traversal.js';

const bounds = ['enum', 'const', 'format', 'pattern', 'maxLength', 'minimum', 'maximum'];

/** Every parameter and header has a description, a constraint and an example. */
export const parametersComplete = documentRule((root) => {
  const all = [
    ...[...operations(root), ...webhooks(root)].flatMap(({ parameters }) => parameters),
    ...responses(root).flatMap(({ response }) =>
      response
        .at('headers')
        .entries()
        .map(([, header]) => header),
    ),
  ].filter(({ exists }) => exists);
  for (const place of new Map(all.map((one) => [one.id, one])).values()) {
    const name = place.value.name ?? place.component ?? 'header';
    if (!String(place.value.description ?? '').trim())
      place.report(`'${name}' has no description.`);
    if (!place.at('example').exists) place.report(`'${name}' has no example.`);
    const schema = place.at('schema');
    if (!bounds.some((keyword) => schema.value?.[keyword] !== undefined))
      place.report(`'${name}' has no constraint.`);
  }
});
