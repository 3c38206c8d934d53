import type { Difference } from '../comparison/change.ts';
import { countByBump, heading, locationOf } from './summary.ts';

/** Maximum number of rows in a table. */
const maxRows = 100;

/**
 * Formats differences as one section for each interface. Each section contains a table of the
 * changes, largest bump first, unless nothing has changed.
 */
export const markdown = (differences: readonly Difference[]): string =>
  `${differences.map(section).join('\n\n')}\n`;

function section(difference: Difference): string {
  const { changes, bump } = difference;
  const head = `### ${escapeMarkdown(heading(difference))}`;
  if (changes.length === 0) return `${head}\n\nNo difference. Required version bump: **${bump}**`;
  const rows = changes.slice(0, maxRows).map((change) => {
    const text = `${escapeMarkdown(change.what)} ${escapeMarkdown(change.reason)}`;
    return `| ${change.bump} | ${change.direction} | ${text} | ${change.operations.map(code).join(' ')} | ${code(locationOf(change))} |`;
  });
  const more = changes.length > maxRows ? `\n\n… and ${changes.length - maxRows} more.` : '';
  return `${head}

${countByBump(changes)}. Required version bump: **${bump}**

| Bump | Direction | Change and reason | Operations | Location |
|---|---|---|---|---|
${rows.join('\n')}${more}`;
}

/**
 * Escapes contract text for Markdown. The author of a pull request controls the text, so it
 * must not end a table cell, contain HTML, mention users, or add images and links. Keeps code
 * spans.
 */
export function escapeMarkdown(text: string): string {
  const parts = text.replaceAll(/\s+/g, ' ').split('`');
  if (parts.length % 2 === 0) return escapeText(parts.join("'"));
  return parts.map((part, index) => (index % 2 === 1 ? code(part) : escapeText(part))).join('');
}

const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('|', '\\|')
    .replaceAll('@', '&#64;')
    .replaceAll('[', '\\[')
    .replaceAll('://', ':&#47;&#47;');

const code = (text: string): string =>
  `\`${text.replaceAll(/[`\r\n]/g, ' ').replaceAll('|', '\\|')}\``;
