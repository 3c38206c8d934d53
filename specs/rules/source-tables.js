import { readFileSync } from 'node:fs';

/** @typedef {{ group: string, method: string, path: string }} SourceOperation */
/** @typedef {{ operations: SourceOperation[], webhooks: string[] }} SourceInterface */

const file = new URL('../source/integration-interfaces.md', import.meta.url);

/** Text of the source document. */
export const sourceText = readFileSync(file, 'utf8');

/**
 * Returns the rows of the table below a heading, without the header rows.
 *
 * @param {string} heading text that the heading contains @returns {string[][]} cells by row
 * @throws {Error} if no heading contains the text
 */
function table(heading) {
  const lines = sourceText.split('\n');
  const start = lines.findIndex((line) => line.startsWith('#') && line.includes(heading));
  if (start < 0)
    throw new Error(`specs/source/integration-interfaces.md has no heading '${heading}'.`);
  const end = lines.findIndex((line, index) => index > start && line.startsWith('#'));
  const rows = lines
    .slice(start + 1, end < 0 ? undefined : end)
    .filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** @param {string} heading @returns {SourceOperation[]} */
const operations = (heading) =>
  table(heading).map(([group = '', method = '', path = '']) => ({
    group,
    method: method.toLowerCase(),
    path,
  }));

/** @param {string} name @returns {string[]} */
const webhooks = (name) =>
  table('Events')
    .filter(([owner]) => owner === name)
    .map(([, webhook = '']) => webhook);

/**
 * Operations and webhooks in the tables of the source document, by interface.
 *
 * @type {Record<string, SourceInterface>}
 */
export const sourceTables = {
  lastmile: { operations: operations('Lastmile interface'), webhooks: webhooks('Lastmile') },
  marketplace: {
    operations: operations('Marketplace interface'),
    webhooks: webhooks('Marketplace'),
  },
};

/** Sentences of the source document that contain "not shown". */
export const notShown = sourceText
  .split('\n')
  .flatMap((line) => line.replace(/^- /, '').split(/(?<=\.) /))
  .filter((sentence) => sentence.includes('not shown'));
