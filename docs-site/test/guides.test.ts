import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { entries } from '../src/guides/manifest.ts';
import { readGuide } from '../src/guides/read-guide.ts';
import { regions } from '../src/guides/sample.ts';
import { sandboxWords, vocabulary } from '../src/guides/vocabulary.ts';
import { markdownAddress } from '../src/markdown-links.ts';
import { buildPages } from '../src/pages/pages.ts';
import { contractOf, defaultSite, interfaces, type Site } from '../src/site.ts';

const contracts = {
  lastmile: contractOf(defaultSite, 'lastmile'),
  marketplace: contractOf(defaultSite, 'marketplace'),
};
const input = { site: defaultSite, contracts };
const words = vocabulary(Object.values(contracts));
const guide = (body: string): ReturnType<typeof readGuide> =>
  readGuide(input, 'guides/x.md', `# Title\n\nA lead.\n\n## One\n\n${body}\n`, words);

describe('a broken copy of the site', () => {
  let folder: string;
  let site: Site;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'broken-'));
    site = {
      ...defaultSite,
      guides: join(folder, 'guides'),
      examples: join(folder, 'examples'),
      out: join(folder, 'out'),
    };
    for (const name of interfaces)
      cpSync(join(inject('site'), name), join(site.out, name), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeEach(() => {
    rmSync(join(site.out, 'index.html'), { force: true });
    cpSync(defaultSite.guides, site.guides, { recursive: true });
    for (const part of ['quickstart', 'guides', 'verify', 'webhooks'])
      cpSync(join(defaultSite.examples, part), join(site.examples, part), { recursive: true });
  });

  /**
   * Changes the first match of a pattern in the guides.
   *
   * @returns the start of the expected error
   */
  function breakGuide(pattern: RegExp, replacement: string): string {
    for (const file of readdirSync(site.guides).sort()) {
      const text = readFileSync(join(site.guides, file), 'utf8');
      const at = text.search(pattern);
      if (at < 0) continue;
      writeFileSync(join(site.guides, file), text.replace(pattern, replacement));
      return `docs-site/guides/${file}:${text.slice(0, at).split('\n').length}: `;
    }
    throw new Error(`No guide has ${pattern}.`);
  }

  const scenario = 'courier_reassigned';

  test.each([
    [
      'a sample',
      /<!-- sample: quickstart\/lastmile#/,
      '<!-- sample: quickstart/lastmil#',
      'examples/quickstart/lastmil.sh',
    ],
    [
      'a region of a sample',
      /<!-- sample: quickstart\/lastmile#\w+/,
      '<!-- sample: quickstart/lastmile#nowhere',
      "no region 'nowhere'",
    ],
    [
      'a scenario',
      new RegExp(`\`${scenario}\``),
      `\`${scenario}x\``,
      `\`${scenario}x\`. Did you mean \`${scenario}\`?`,
    ],
    [
      'an error code',
      /errors\.html#revision_conflict/,
      'errors.html#revision_conflikt',
      'the anchor of the link errors.html#revision_conflikt does not exist in errors.html',
    ],
    [
      'an error code in the text',
      /`rate_limited`/,
      '`rate_limitd`',
      'no `rate_limitd`. Did you mean `rate_limited`?',
    ],
    [
      'an anchor of a guide',
      /\]\(webhooks\.html\)/,
      '](webhooks.html#nothing)',
      'the anchor of the link webhooks.html#nothing does not exist',
    ],
    [
      'a page',
      /\]\(webhooks\.html\)/,
      '](webhook.html)',
      'the page of the link webhook.html does not exist',
    ],
    [
      'a route',
      /lastmile\/#\/bookings\/createbooking/,
      'lastmile/#/bookings/createbookin',
      'does not exist in lastmile/index.html',
    ],
    [
      'a table',
      /<!-- table: limits lastmile -->/,
      '<!-- table: limit lastmile -->',
      "no table 'limit'",
    ],
    [
      'an enum',
      /<!-- table: enum lastmile BookingStatus -->/,
      '<!-- table: enum lastmile BookingState -->',
      "no enum 'BookingState'",
    ],
    [
      'a diagram',
      /<!-- diagram: lastmile booking -->/,
      '<!-- diagram: lastmile parcel -->',
      "no diagram 'parcel'. Known: booking.",
    ],
    [
      'an interface',
      /<!-- table: limits lastmile -->/,
      '<!-- table: limits lastmil -->',
      "not 'lastmil'",
    ],
    [
      'a directive',
      /<!-- table: limits lastmile -->/,
      '<!-- tabel: limits lastmile -->',
      "no directive 'tabel'",
    ],
  ])(
    'a broken copy of the site is rejected with an error that names %s',
    (_, pattern, replacement, message) => {
      const place = breakGuide(pattern, replacement);
      const build = (): void => buildPages(site);
      expect(build).toThrow(place);
      expect(build).toThrow(message);
      expect(existsSync(join(site.out, 'index.html'))).toBe(false);
    },
  );

  test('a missing guide of the navigation is rejected with an error that names it', () => {
    rmSync(join(site.guides, 'menus.md'));
    expect(() => buildPages(site)).toThrow('docs-site/guides/menus.md');
  });

  test('a guide without a navigation entry is rejected with an error that names it', () => {
    writeFileSync(join(site.guides, 'stray.md'), '# Stray\n\nA lead.\n\n## One\n\nText.\n');
    expect(() => buildPages(site)).toThrow('docs-site/guides/stray.md');
    rmSync(join(site.guides, 'stray.md'));
  });

  test('the site is built after the error is fixed', () => {
    buildPages(site);
    expect(existsSync(join(site.out, 'index.html'))).toBe(true);
  });
});

describe('a guide', () => {
  test.each([
    ['no title', 'A lead.\n\n## One\n'],
    ['no introduction', '# Title\n\n## One\n\nText.\n'],
    ['no section', '# Title\n\nA lead.\n'],
  ])('a guide with %s is rejected', (_, text) => {
    expect(() => readGuide(input, 'guides/x.md', text, words)).toThrow('guides/x.md:1: expected');
  });

  test('the error for an unknown word names the line in the guide', () => {
    expect(() => guide('Fine.\n\n- a\n- b `not_a_word_of_ours`')).toThrow(
      'guides/x.md:10: the contracts and the sandbox have no `not_a_word_of_ours`.',
    );
    expect(() => guide('| a |\n|---|\n| `not_a_word_of_ours` |')).toThrow('guides/x.md:9: ');
  });

  test('a guide may contain any word in code blocks', () => {
    expect(guide('```ts\nconst not_a_word_of_ours = 1;\n```').body.text).toContain(
      'not_a_word_of_ours',
    );
  });

  test('a guide has a Markdown version with the same tables, and with links to Markdown versions', () => {
    const { markdown, body } = guide(
      'See [limits](limits.html#rates).\n\n<!-- table: limits lastmile -->',
    );
    expect(markdown).toContain('See [limits](limits.md#rates).');
    expect(markdown).toContain('](lastmile/reference.md#createbooking)');
    expect(markdown).not.toContain('<!--');
    expect(body.text).toContain('href="lastmile/#/bookings/createbooking"');
  });
});

test('every term of the sandbox vocabulary occurs in the sandbox or the examples', () => {
  const source = ['../packages/sandbox/src', '../packages/mock/src/schemas']
    .map((folder) => join(defaultSite.specs, folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(join(folder, file), 'utf8')),
    )
    .join('\n');
  const examples = readdirSync(defaultSite.examples, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:quickstart|guides|verify)\/.*\.(?:sh|ts)$/.test(file))
    .map((file) => readFileSync(join(defaultSite.examples, file), 'utf8'))
    .join('\n');
  const occurs = (word: string): boolean =>
    source.includes(word) ||
    examples.includes(word) ||
    // The sandbox reads the identity after the prefix.
    source.includes(`startsWith('${word.replace('test_', '')}')`);
  expect(sandboxWords.filter((word) => !occurs(word))).toEqual([]);
});

test('the table of tested tools contains each result of npm run interop, and no tool failed', () => {
  const results = JSON.parse(
    readFileSync(new URL('../interop-results.json', import.meta.url), 'utf8'),
  ) as { tool: string; result: string }[];
  const rows = guide('<!-- table: interop -->')
    .markdown.split('\n')
    .filter((line) => /^\| `/.test(line));
  expect(rows).toHaveLength(results.length);
  for (const [index, { tool, result }] of results.entries()) {
    expect(rows[index]).toContain(`| \`${tool}\` |`);
    expect(rows[index]).toContain(`| ${result} |`);
  }
  expect(results.filter(({ result }) => result === 'failed')).toEqual([]);
});

test('the tables of the mock contain every option of each command, and an unknown table is rejected', () => {
  const { commands } = JSON.parse(
    readFileSync(new URL('../mock-reference.json', import.meta.url), 'utf8'),
  ) as { commands: { name: string; options: { name: string }[] }[] };
  for (const { name, options } of commands)
    for (const option of options)
      expect(guide(`<!-- table: mock ${name} -->`).markdown).toContain(`| \`${option.name}\` |`);
  expect(() => guide('<!-- table: mock starts -->')).toThrow("no mock table 'starts'");
});

describe('the regions of a sample', () => {
  const text = '# region: a\none\n# region: b\ntwo\n# endregion\n# endregion\nthree\n';

  test('the regions of a sample can be nested, and exclude the markers', () => {
    expect(Object.fromEntries(regions('x.sh', text))).toEqual({ a: ['one', 'two'], b: ['two'] });
  });

  test.each([
    ['is not closed', '// region: a\none\n', "'a' has no end"],
    ['occurs twice', `${text}${text}`, "two regions 'a'"],
  ])('the regions of a sample are rejected when a region %s', (_, source, message) => {
    expect(() => regions('x.ts', source)).toThrow(message);
  });
});

test.each([
  ['errors.html#rate_limited', 'errors.md#rate_limited'],
  ['./', 'index.md'],
  ['lastmile/', 'lastmile/reference.md'],
  ['lastmile/#/', 'lastmile/reference.md'],
  ['lastmile/#/bookings/createbooking', 'lastmile/reference.md#createbooking'],
  ['lastmile/openapi.yaml', 'lastmile/openapi.yaml'],
  ['#here', '#here'],
  ['https://example.com/a.html', 'https://example.com/a.html'],
])('the Markdown version links %s as %s', (href, target) => {
  expect(markdownAddress(href)).toBe(target);
});

test('every navigation entry has a unique page and label', () => {
  expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
  expect(new Set(entries.map(({ nav }) => nav)).size).toBe(entries.length);
});
