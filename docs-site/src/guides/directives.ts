import { SiteError } from '../errors.ts';
import { testVector } from '../facts.ts';
import type { Html } from '../html.ts';
import { diagram } from './diagram/diagram.ts';
import { contractIn, type Material, named } from './material.ts';
import { sample } from './sample.ts';
import { webhookOf } from './tables/events.ts';
import { tableOf } from './tables/tables.ts';

/**
 * What a directive stands for: as Markdown, and as HTML where that is more than the Markdown
 * rendered.
 */
export interface Expansion {
  markdown: string;
  html?: Html;
}

const makers = new Map<string, (material: Material, said: string) => Expansion>([
  ['sample', sample],
  ['diagram', diagram],
  ['table', (material, said) => ({ markdown: tableOf(material, said) })],
  [
    'test-vector',
    (material, said) => ({
      markdown: `\`\`\`text\n${testVector(webhookOf(contractIn(material, said)).delivery)}\n\`\`\``,
    }),
  ],
]);

/**
 * Follows a directive of a guide, such as `table: limits lastmile`.
 *
 * @param comment what stands between `<!--` and `-->`
 * @throws {SiteError} naming what is unknown and what there is
 */
export function expand(material: Material, comment: string): Expansion {
  const [, kind, said] = /^([\w-]+):\s+([\s\S]+)$/.exec(comment) ?? [];
  if (kind === undefined || said === undefined)
    throw new SiteError(
      `'${comment}' is no directive. Write for example \`<!-- table: limits lastmile -->\`.`,
    );
  return named(makers, kind, 'directive')(material, said.trim());
}
