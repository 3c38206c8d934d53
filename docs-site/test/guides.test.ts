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
import { layout, mainLine } from '../src/guides/diagram/layout.ts';
import { expand } from '../src/guides/directives.ts';
import { entries } from '../src/guides/manifest.ts';
import { readGuide } from '../src/guides/read-guide.ts';
import { regions } from '../src/guides/sample.ts';
import { sandboxWords, vocabulary } from '../src/guides/vocabulary.ts';
import { highlightCode } from '../src/highlight.ts';
import { markdownAddress } from '../src/markdown-links.ts';
import { buildPages } from '../src/pages/pages.ts';
import { contractOf, defaultSite, interfaces, type Site } from '../src/site.ts';

const contracts = {
  lastmile: contractOf(defaultSite, 'lastmile'),
  marketplace: contractOf(defaultSite, 'marketplace'),
};
const material = { site: defaultSite, contracts };
const words = vocabulary(Object.values(contracts));
const guide = (body: string): ReturnType<typeof readGuide> =>
  readGuide(material, 'guides/x.md', `# Title\n\nA lead.\n\n## One\n\n${body}\n`, words);

describe('a copy of the site that is broken', () => {
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
    for (const part of ['quickstart', 'guides', 'webhooks'])
      cpSync(join(defaultSite.examples, part), join(site.examples, part), { recursive: true });
  });

  /**
   * Changes the first place in the guides that a pattern finds. @returns what a complaint has to
   * begin with
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
      `\`${scenario}x\`. Is it \`${scenario}\`?`,
    ],
    [
      'an error code',
      /errors\.html#revision_conflict/,
      'errors.html#revision_conflikt',
      'errors.html#revision_conflikt leads to no anchor of errors.html',
    ],
    [
      'an error code in the text',
      /`rate_limited`/,
      '`rate_limitd`',
      'no `rate_limitd`. Is it `rate_limited`?',
    ],
    [
      'an anchor of a guide',
      /\]\(webhooks\.html\)/,
      '](webhooks.html#nothing)',
      'webhooks.html#nothing leads to no anchor',
    ],
    ['a page', /\]\(webhooks\.html\)/, '](webhook.html)', 'webhook.html leads to no page'],
    [
      'a route',
      /lastmile\/#\/bookings\/createbooking/,
      'lastmile/#/bookings/createbookin',
      'leads to no route of lastmile/index.html',
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
      "no diagram 'parcel'. There are booking.",
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
  ])('is refused by name: %s', (_, pattern, replacement, complaint) => {
    const place = breakGuide(pattern, replacement);
    const build = (): void => buildPages(site);
    expect(build).toThrow(place);
    expect(build).toThrow(complaint);
    expect(existsSync(join(site.out, 'index.html'))).toBe(false);
  });

  test('is refused by name: a guide that the navigation knows', () => {
    rmSync(join(site.guides, 'menus.md'));
    expect(() => buildPages(site)).toThrow('docs-site/guides/menus.md');
  });

  test('is refused by name: a guide that the navigation does not know', () => {
    writeFileSync(join(site.guides, 'stray.md'), '# Stray\n\nA lead.\n\n## One\n\nText.\n');
    expect(() => buildPages(site)).toThrow('docs-site/guides/stray.md');
    rmSync(join(site.guides, 'stray.md'));
  });

  test('and whole again, it is built', () => {
    buildPages(site);
    expect(existsSync(join(site.out, 'index.html'))).toBe(true);
  });
});

describe('a guide', () => {
  test.each([
    ['no title', 'A lead.\n\n## One\n'],
    ['no lead', '# Title\n\n## One\n\nText.\n'],
    ['no section', '# Title\n\nA lead.\n'],
  ])('is refused with %s', (_, text) => {
    expect(() => readGuide(material, 'guides/x.md', text, words)).toThrow(
      'guides/x.md:1: expected',
    );
  });

  test('names the line of a word that the contracts do not know, wherever it stands', () => {
    expect(() => guide('Fine.\n\n- a\n- b `not_a_word_of_ours`')).toThrow(
      'guides/x.md:10: the contracts have no `not_a_word_of_ours`.',
    );
    expect(() => guide('| a |\n|---|\n| `not_a_word_of_ours` |')).toThrow('guides/x.md:9: ');
  });

  test('may show any code in its blocks', () => {
    expect(guide('```ts\nconst not_a_word_of_ours = 1;\n```').body.text).toContain(
      'not_a_word_of_ours',
    );
  });

  test('has a twin with the same tables and code, and links to twins', () => {
    const { markdown, body } = guide(
      'See [limits](limits.html#rates).\n\n<!-- table: limits lastmile -->',
    );
    expect(markdown).toContain('See [limits](limits.md#rates).');
    expect(markdown).toContain('](lastmile/reference.md#createbooking)');
    expect(markdown).not.toContain('<!--');
    expect(body.text).toContain('href="lastmile/#/bookings/createbooking"');
  });
});

test('what the sandbox adds to the words of the contracts is in the sandbox', () => {
  const folder = join(defaultSite.specs, '../packages/sandbox/src');
  const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const examples = readdirSync(defaultSite.examples, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:quickstart|guides)\/.*\.(?:sh|ts)$/.test(file))
    .map((file) => readFileSync(join(defaultSite.examples, file), 'utf8'))
    .join('\n');
  expect(sandboxWords.filter((word) => !source.includes(word) && !examples.includes(word))).toEqual(
    [],
  );
});

describe('regions of a sample', () => {
  const text = '# region: a\none\n# region: b\ntwo\n# endregion\n# endregion\nthree\n';

  test('may lie within each other, and their marks are in none', () => {
    expect(Object.fromEntries(regions('x.sh', text))).toEqual({ a: ['one', 'two'], b: ['two'] });
  });

  test.each([
    ['is not closed', '// region: a\none\n', "'a' has no end"],
    ['comes twice', `${text}${text}`, "two regions 'a'"],
  ])('are refused when one %s', (_, source, complaint) => {
    expect(() => regions('x.ts', source)).toThrow(complaint);
  });
});

describe('a diagram', () => {
  const machines = Object.values(contracts).flatMap((contract) =>
    contract.machines.map((machine) => ({ contract, machine, name: machine.schemaName })),
  );

  test.each(machines)('of $name draws every state once and every transition', ({ machine }) => {
    const { main, side, leaving, along, beside } = layout(machine);
    expect([...main, ...side].sort()).toEqual([...machine.states.keys()].sort());
    const down = main.slice(1).map((to, index) => `${main[index]} ${to}`);
    const drawn = [...leaving, ...along].flatMap(({ from, to }) =>
      from.map((one) => `${one} ${to}`),
    );
    const all = [...down, ...drawn, ...beside.map(({ from, to }) => `${from} ${to}`)];
    expect(all.sort()).toEqual(machine.transitions.map(({ from, to }) => `${from} ${to}`).sort());
  });

  test.each(machines)('of $name runs down through what every instance passes', ({ machine }) => {
    expect(mainLine(machine).filter((state) => machine.guaranteed.includes(state))).toEqual(
      machine.guaranteed,
    );
  });

  test.each(machines)(
    'of $name has a title, a description and every way in words',
    ({ contract, machine, name }) => {
      const { html, markdown } = expand(
        material,
        `diagram: ${contract.name} ${name.replace(/Status$/, '').toLowerCase()}`,
      );
      expect(html?.text).toMatch(/<svg[^>]* role="img" aria-labelledby="([\w-]+)-title \1-desc"/);
      for (const state of machine.states.keys()) {
        expect(html?.text).toContain(`>${state}</text>`);
        expect(markdown).toContain(`\`${state}\``);
      }
      expect(html?.text).not.toMatch(/\s(?:style|fill|stroke)="|https?:/);
    },
  );
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
])('%s leads from a twin to %s', (href, target) => {
  expect(markdownAddress(href)).toBe(target);
});

test('highlights code with the class of each token', () => {
  expect(highlightCode("const id = await call('x'); // why", 'ts')).toBe(
    '<span class="t-k">const</span> id = <span class="t-k">await </span><span class="t-p">call</span>(<span class="t-s">&#39;x&#39;</span>); <span class="t-c">// why</span>',
  );
});

test('keeps the text of a sample when it highlights the code', () => {
  const code = `const a = "b<c" // d & e\ncurl -H 'x: y' "$z"\n{"k": -1.5e3}`;
  for (const language of ['ts', 'sh', 'json', 'http', 'text']) {
    const text = highlightCode(code, language).replaceAll(/<\/?span[^>]*>/g, '');
    expect(text).toBe(
      code
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;'),
    );
  }
});

test('every entry of the navigation has its own page and name', () => {
  expect(new Set(entries.map(({ path }) => path)).size).toBe(entries.length);
  expect(new Set(entries.map(({ nav }) => nav)).size).toBe(entries.length);
});
