import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract, ProblemEntry } from '@delivery-api/specs/contract';
import { describe, expect, test } from 'vitest';
import { SiteError } from '../src/errors.ts';
import { html, inline } from '../src/html.ts';
import { markdown } from '../src/markdown.ts';
import { readDecisions } from '../src/pages/decisions.ts';
import { catalogue, errors } from '../src/pages/errors.ts';
import { errorsMarkdown } from '../src/pages/errors-markdown.ts';
import { countSource } from '../src/pages/source-counts.ts';
import { contractOf, defaultSite } from '../src/site.ts';

const lastmile = contractOf(defaultSite, 'lastmile');
const marketplace = contractOf(defaultSite, 'marketplace');

describe('the html template', () => {
  test.each(['<b>', '"quoted"', "it's", 'a & b'])('escapes %s in a value', (value) => {
    expect(
      html`<p title="${value}">${value}</p>`.text.replace(/&(?:amp|lt|gt|quot|#39);/g, ''),
    ).not.toMatch(/<b>|["'][^>]*["'][^>]*["']|& /);
  });

  test('keeps nested markup, joins arrays, and renders nothing for false and undefined', () => {
    expect(
      html`<ul>${['a', 'b'].map((text) => html`<li>${text}</li>`)}${false}${undefined}</ul>`.text,
    ).toBe('<ul><li>a</li><li>b</li></ul>');
  });

  test('renders backticks as code and escapes their content', () => {
    expect(inline('Read `a<b`, then go.').text).toBe('Read <code>a&lt;b</code>, then go.');
  });
});

describe('rendered Markdown', () => {
  const rendering = {
    anchor: (heading: string) => heading.toLowerCase(),
    address: (href: string) => (href === 'known.md' ? 'known.html' : undefined),
  };

  test('rendered Markdown has heading anchors and scrollable tables', () => {
    const text = markdown('## One\n\n| a | b |\n|---|---|\n| 1 | `2` |\n', rendering).text;
    expect(text).toContain('<h2 id="one">One</h2>');
    expect(text).toContain(
      '<div class="scroll" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table></div>',
    );
  });

  test('keeps a relative link only if its target is published', () => {
    expect(
      markdown('[yes](known.md) [no](other.md) [out](https://example.com)', rendering).text,
    ).toBe('<p><a href="known.html">yes</a> no <a href="https://example.com">out</a></p>\n');
  });

  test('shows raw HTML as text', () => {
    expect(markdown('a <script>b()</script>', rendering).text).not.toContain('<script>');
  });

  test('Markdown is rejected when two headings have the same anchor', () => {
    expect(() => markdown('## One\n\n## one\n', rendering)).toThrow("the anchor 'one'");
  });
});

describe('the decision record', () => {
  const entry =
    '## D-001 Ids\n\nDate: 2026-11-20\n\n**The source says** nothing.\n\n**Decided** Strings.\n\nWith a prefix.\n';

  test('the decision record is split into its entries', () => {
    expect(readDecisions(`# Decisions\n\nA lead.\n\n${entry}`)).toEqual({
      lead: 'A lead.',
      entries: [
        {
          number: 1,
          title: 'Ids',
          date: '2026-11-20',
          parts: [
            { label: 'The source says', text: 'nothing.' },
            { label: 'Decided', text: 'Strings.\n\nWith a prefix.' },
          ],
        },
      ],
    });
  });

  test.each([
    ['no entry', '# Decisions\n', 'at least one entry'],
    ['a heading without a number', entry.replace('D-001 ', ''), '“Ids”'],
    ['no date', entry.replace('Date: 2026-11-20', ''), 'D-001 Ids'],
    ['no labeled part', entry.replaceAll('**', ''), 'D-001 Ids'],
  ])('a decision record with %s is rejected', (_, text, place) => {
    expect(() => readDecisions(text)).toThrow(SiteError);
    expect(() => readDecisions(text)).toThrow(place);
  });
});

describe('the counts of the source document', () => {
  const source = readFileSync(join(defaultSite.specs, 'source/integration-interfaces.md'), 'utf8');

  test('the counts equal the numbers of rows in the tables of the source document', () => {
    expect(countSource(source)).toEqual({ operations: 11, webhooks: 2, resources: 6 });
  });

  test('a document without these tables is rejected', () => {
    expect(() => countSource('# Something else\n')).toThrow('found no operations');
  });
});

describe('the error catalog', () => {
  const entry: ProblemEntry = {
    code: 'too_late',
    status: 409,
    title: 'Too late',
    cause: 'It is over.',
    action: 'Stop.',
    retryable: false,
    extensions: [],
    optionalExtensions: [],
    scope: 'operation',
  };
  const having = (contract: Contract, ...entries: ProblemEntry[]): Contract => ({
    ...contract,
    problems: new Map(entries.map((one) => [one.code, one])),
  });

  test('the error catalog has every code of both interfaces once, sorted by status', () => {
    const codes = [...catalogue([lastmile, marketplace]).entries()];
    expect(new Set(codes.map(([code]) => code))).toEqual(
      new Set([...lastmile.problems.keys(), ...marketplace.problems.keys()]),
    );
    const statuses = codes.map(([, meanings]) => meanings[0]?.entry.status ?? 0);
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
  });

  test('merges a code that both interfaces describe in the same way', () => {
    expect(
      catalogue([having(lastmile, entry), having(marketplace, { ...entry })]).get('too_late'),
    ).toHaveLength(1);
  });

  test('shows two meanings under one anchor if the interfaces describe the code differently', () => {
    const both = [
      having(lastmile, entry),
      having(marketplace, { ...entry, cause: 'The kitchen is closed.' }),
    ];
    expect(catalogue(both).get('too_late')).toHaveLength(2);
    const page = errors(both).text;
    expect(page.match(/ id="too_late"/g)).toHaveLength(1);
    expect(page).toContain('It is over.');
    expect(page).toContain('The kitchen is closed.');
  });

  test('lists the members that only some problems with a code have', () => {
    const code = having(marketplace, { ...entry, optionalExtensions: ['next_open_at'] });
    expect(errors([code]).text).toContain(
      '<dt>Optional members</dt><dd><code>next_open_at</code></dd>',
    );
    expect(errorsMarkdown([code])).toContain('- Optional members: `next_open_at`');
  });

  test('lists exactly the operations whose responses contain the code', () => {
    const [meaning] = catalogue([lastmile]).get('estimate_expired') ?? [];
    expect(meaning?.uses[0]?.operations.map(({ id }) => id)).toEqual(['createBooking']);
  });
});
