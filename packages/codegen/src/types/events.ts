import type { Contract } from '@delivery-api/specs/contract';
import { banner, docComment, pascalCase, stringLiteral } from '../source/text.ts';

/**
 * Generates the events by `type`, their union, and an array of the values of `type`.
 *
 * @throws {Error} if the body of a webhook is not a component
 */
export function eventTypes(contract: Contract): string {
  const prefix = pascalCase(contract.name);
  const events = contract.webhooks.map(({ name, content, summary }) => {
    if (content.schemaName === undefined)
      throw new Error(
        `webhook ${name}: the body must be a component, so that its type has a name.`,
      );
    return { name, summary, schema: content.schemaName };
  });
  const members = events.map(
    ({ name, summary, schema }) => `${docComment(summary, '  ')}  ${name}: ${schema};\n`,
  );
  return [
    banner(contract),
    `import type { ${events.map(({ schema }) => schema).join(', ')} } from './schemas.js';\n\n`,
    docComment('Events by `type`.'),
    `export interface ${prefix}Events {\n${members.join('')}}\n\n`,
    docComment('Union of all events of this interface. Narrow it on `type`.'),
    `export type ${prefix}Event = ${prefix}Events[keyof ${prefix}Events];\n\n`,
    docComment('Types of all events: the values of `type`.'),
    `export const eventTypes = [${events.map(({ name }) => stringLiteral(name)).join(', ')}] as const satisfies readonly (keyof ${prefix}Events)[];\n`,
  ].join('');
}
