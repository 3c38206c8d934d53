import type { Difference } from '../comparison/change.ts';
import { heading, tally } from './heading.ts';

const shown = 100;

/** For pull requests and notes: a table for each interface, biggest first. */
export const markdown = (differences: readonly Difference[]): string =>
  `${differences.map(section).join('\n\n')}\n`;

function section(difference: Difference): string {
  const { changes, bump } = difference;
  const head = `### ${safe(heading(difference))}`;
  if (changes.length === 0) return `${head}\n\nNo difference. Needed bump: **${bump}**`;
  const rows = changes.slice(0, shown).map((change) => {
    const place =
      change.source === undefined
        ? code(change.pointer)
        : code(`${change.source.file}:${change.source.line}`);
    return `| ${change.bump} | ${change.direction} | ${safe(change.what)} ${safe(change.reason)} | ${change.operations.map(code).join(' ')} | ${place} |`;
  });
  const more =
    changes.length > shown
      ? `\n\n… and ${changes.length - shown} more; \`npm run diff\` lists them all.`
      : '';
  return `${head}\n\n${tally(changes)}. Needed bump: **${bump}**\n\n| Bump | Where | What, and why | Reaches | Place |\n|---|---|---|---|---|\n${rows.join('\n')}${more}`;
}

/**
 * Text of a contract inside Markdown: it may not end a cell, become HTML, call anybody by `@name`
 * or bring in pictures and links, because the
 * contract of a pull request is written by whoever opened it. Code spans stay.
 */
export function safe(text: string): string {
  const parts = text.replaceAll(/\s+/g, ' ').split('`');
  if (parts.length % 2 === 0) return plain(parts.join("'"));
  return parts.map((part, index) => (index % 2 === 1 ? code(part) : plain(part))).join('');
}

const plain = (text: string): string =>
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
