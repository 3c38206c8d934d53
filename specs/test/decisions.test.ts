import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { notShown, sourceText } from '../rules/source-tables.js';
import { byName } from './support/contracts.ts';

const text = readFileSync(new URL('../DECISIONS.md', import.meta.url), 'utf8');
const oneLine = (part: string): string => part.replace(/\s+/g, ' ').trim();
const source = oneLine(sourceText);

const entries = text
  .split(/^## /m)
  .slice(1)
  .map((entry) => {
    const [, number = '', title = ''] = /^D-(\d+) (.+)$/m.exec(entry.split('\n')[0] ?? '') ?? [];
    const part = (name: string): string =>
      oneLine(
        new RegExp(`\\*\\*${name}\\*\\*([\\s\\S]*?)(?=\\n\\n\\*\\*|$)`).exec(entry)?.[1] ?? '',
      );
    return {
      name: `D-${number} ${title}`,
      number,
      date: /^Date: (.+)$/m.exec(entry)?.[1] ?? '',
      quotes: [...part('The source says').matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote),
      decided: part('Decided'),
      why: part('Why'),
      learntFrom: part('Learnt from'),
    };
  });

describe.each(entries.map((entry) => [entry.name, entry] as const))(
  'the decision %s',
  (_, entry) => {
    it('each decision has a number, a title and a date', () => {
      expect(entry.name).toMatch(/^D-\d{3} \S/);
      expect(new Date(`${entry.date}T00:00:00Z`).toISOString().slice(0, 10)).toBe(entry.date);
    });

    it('each decision quotes the source verbatim, including what the source does not show', () => {
      for (const quote of entry.quotes) expect(source).toContain(quote);
      expect(entry.quotes.some((quote) => quote.includes('not shown'))).toBe(true);
    });

    it('each decision contains its text, its reason and its references', () => {
      for (const part of [entry.decided, entry.why, entry.learntFrom])
        expect(part.length).toBeGreaterThan(40);
    });
  },
);

it('the decisions have unique numbers in ascending order', () => {
  const numbers = entries.map(({ number }) => Number(number));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

it.each(notShown)('a decision covers the open point "%s"', (sentence) => {
  expect(
    entries
      .filter(({ quotes }) => quotes.some((quote) => quote.includes(oneLine(sentence))))
      .map(({ name }) => name),
  ).not.toEqual([]);
});

it('each decision is in `x-decisions` of at least one contract', () => {
  const named = new Set(
    byName.flatMap(([, contract]) =>
      [...JSON.stringify(contract.document).matchAll(/"x-decisions":\[([\d,]+)\]/g)].flatMap(
        ([, numbers = '']) => numbers.split(',').map(Number),
      ),
    ),
  );
  expect(
    entries.map(({ number }) => Number(number)).filter((number) => !named.has(number)),
  ).toEqual([]);
});
