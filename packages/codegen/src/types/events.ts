import type { Contract } from '@delivery-api/specs/contract';
import { banner, docComment, literal, pascal } from '../text.ts';

/** The events by their `type`, and their union. */
export function eventTypes(contract: Contract): string {
  const events = contract.webhooks.map(({ name, content, summary }) => {
    if (content.schemaName === undefined)
      throw new Error(`webhook ${name}: its body has to be a component, so that it has a name.`);
    return { name, summary, schema: content.schemaName };
  });
  const title = pascal(contract.name);
  return [
    banner(contract.title, contract.version),
    `import type { ${events.map(({ schema }) => schema).join(', ')} } from './schemas.js';\n\n`,
    docComment('Each event by its `type`.'),
    `export interface ${title}Events {\n`,
    ...events.map(
      ({ name, summary, schema }) => `${docComment(summary, '  ')}  ${name}: ${schema};\n`,
    ),
    '}\n\n',
    docComment('Any event of this interface, to be narrowed on `type`.'),
    `export type ${title}Event = ${title}Events[keyof ${title}Events];\n\n`,
    docComment('The `type`s of the events.'),
    `export const eventTypes = [${events.map(({ name }) => literal(name)).join(', ')}] as const satisfies readonly (keyof ${title}Events)[];\n`,
  ].join('');
}
