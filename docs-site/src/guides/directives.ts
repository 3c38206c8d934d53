import { SiteError } from '../errors.ts';
import { testVector } from '../facts.ts';
import { diagram } from './diagram/diagram.ts';
import type { Expansion } from './directive/expansion.ts';
import { type DirectiveInput, named, namedContract } from './directive/input.ts';
import { sample } from './sample.ts';
import { webhookOf } from './tables/events.ts';
import { tableOf } from './tables/tables.ts';

const expanders = new Map<string, (input: DirectiveInput, argument: string) => Expansion>([
  ['sample', sample],
  ['diagram', diagram],
  ['table', (input, argument) => ({ markdown: tableOf(input, argument) })],
  [
    'test-vector',
    (input, argument) => ({
      markdown: `\`\`\`text\n${testVector(webhookOf(namedContract(input, argument)).delivery)}\n\`\`\``,
    }),
  ],
]);

/**
 * Expands a directive of a guide, such as `table: limits lastmile`.
 *
 * @param comment the text between `<!--` and `-->`
 * @throws {SiteError} if the comment is not a directive, or if its content is invalid
 */
export function expand(input: DirectiveInput, comment: string): Expansion {
  const [, kind, argument] = /^([\w-]+):\s+([\s\S]+)$/.exec(comment) ?? [];
  if (kind === undefined || argument === undefined)
    throw new SiteError(
      `'${comment}' is not a directive. Example: \`<!-- table: limits lastmile -->\`.`,
    );
  return named(expanders, kind, 'directive')(input, argument.trim());
}
