import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { entries as gateEntries } from '../../packages/contract-gate/src/changelog/changelog.ts';
import { finder, type SearchIndex, wordsOf } from '../browser/search-index.ts';
import { rate, readChangelog, readReleases } from '../src/changelog/read-changelog.ts';
import { entries } from '../src/guides/manifest.ts';
import { buildPages } from '../src/pages/pages.ts';
import { editions } from '../src/publish/editions.ts';
import { contractOf, defaultSite, here, interfaces, type Site, siteUrl } from '../src/site.ts';
import { attributes, decode, files, pages, read } from './support/read-site.ts';

const contracts = interfaces.map((name) => contractOf(defaultSite, name));

describe('a site that knows where it stands', () => {
  let site: Site;
  beforeAll(() => {
    const out = mkdtempSync(join(tmpdir(), 'placed-'));
    site = { ...defaultSite, out, url: 'https://docs.example.com/delivery' };
    for (const name of interfaces)
      cpSync(join(inject('site'), name), join(out, name), { recursive: true });
    buildPages(site);
  });
  afterAll(() => rmSync(site.out, { recursive: true, force: true }));
  const readThere = (file: string): string => readFileSync(join(site.out, file), 'utf8');

  test('has every page but the lost one on its map, and robots find the map', () => {
    const listed = Array.from(
      readThere('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g),
      ([, address]) => address,
    );
    const expected = pages
      .filter((page) => page !== '404.html')
      .map((page) => `${site.url}/${page.replace(/(^|\/)index\.html$/, '$1')}`);
    expect(listed.sort()).toEqual(expected.sort());
    expect(readThere('robots.txt')).toContain(
      'Sitemap: https://docs.example.com/delivery/sitemap.xml\n',
    );
  });

  test('says on each page which address is the true one', () => {
    expect(attributes(readThere('menus.html'), 'href')).toContain(
      'https://docs.example.com/delivery/menus.html',
    );
    expect(readThere('index.html')).toContain(
      '<link rel="canonical" href="https://docs.example.com/delivery/">',
    );
    expect(readThere('404.html')).not.toContain('canonical');
  });

  test('has absolute addresses in its feed and its list for language models', () => {
    expect(readThere('feed.xml')).toContain(
      '<link rel="self" type="application/atom+xml" href="https://docs.example.com/delivery/feed.xml"/>',
    );
    for (const [, address = ''] of readThere('llms.txt').matchAll(/\]\(([^)]+)\)/g))
      expect(address).toMatch(/^https:\/\/docs\.example\.com\/delivery\//);
  });

  test('leads back from a lost address at any depth', () => {
    for (const address of [
      ...attributes(readThere('404.html'), 'href'),
      ...attributes(readThere('404.html'), 'src'),
    ])
      expect(address).toMatch(/^(?:https:\/\/docs\.example\.com)?\/delivery\/|^#/);
  });
});

test('a site that does not know where it stands has no map, and says nothing absolute', () => {
  expect(files).not.toContain('sitemap.xml');
  expect(read('robots.txt')).not.toContain('Sitemap');
  for (const page of pages) expect(read(page), page).not.toContain('rel="canonical"');
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['https://docs.example.com', 'https://docs.example.com'],
  ['https://docs.example.com/a/b/', 'https://docs.example.com/a/b'],
])('SITE_URL %j is %j', (text, url) => {
  expect(siteUrl(text)).toBe(url);
});

test.each(['docs.example.com', '/docs', 'ftp://docs.example.com', 'https://docs.example.com/?a=1'])(
  'SITE_URL %j is refused',
  (text) => {
    expect(() => siteUrl(text)).toThrow(`not '${text}'`);
  },
);

describe('twins', () => {
  test.each(pages.filter((page) => page !== '404.html' && !page.endsWith('/index.html')))(
    '%s has one, and names it',
    (page) => {
      const twin = page.replace(/\.html$/, '.md');
      expect(files).toContain(twin);
      expect(attributes(read(page), 'href')).toContain(posix.basename(twin));
      expect(read(twin)).toMatch(/^# \S/);
      expect(read(twin).replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')).not.toMatch(
        /<!--|<div|<span|undefined/,
      );
    },
  );

  test.each(
    files.filter((file) => file.endsWith('.md') || file === 'llms.txt' || file === 'llms-full.txt'),
  )('%s links only to what is there', (file) => {
    const text = read(file).replaceAll(/```[\s\S]*?```/g, '');
    const targets = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, href]) => href ?? '').filter(
      (href) => !/^(?:[a-z]+:|#)/.test(href),
    );
    const lost = targets.filter(
      (href) =>
        !files.includes(
          posix.join(posix.dirname(file), href.replace(/#.*/, '').replace(/\/$/, '/index.html')),
        ),
    );
    expect([...new Set(lost)]).toEqual([]);
  });

  test('the list for language models has every page that is not a Redocly page', () => {
    for (const { path } of entries.filter((entry) => !entry.path.endsWith('/index.html')))
      expect(read('llms.txt')).toContain(`](${path.replace('.html', '.md')})`);
    for (const contract of contracts)
      for (const { id } of contract.operations) expect(read('llms-full.txt')).toContain(id);
  });
});

describe('the changelog', () => {
  test.each(interfaces)('of %s is read as the gate reads it', (name) => {
    const text = readFileSync(join(defaultSite.specs, `changelog/${name}.md`), 'utf8');
    expect(
      readChangelog(name, text).map(({ version, date, text: entry }) => ({
        version,
        date,
        text: entry,
      })),
    ).toEqual(gateEntries(text));
  });

  test.each([
    ['1.0.0-rc.2', '1.0.0-rc.1', 'release candidate'],
    ['1.0.0', '1.0.0-rc.1', 'first release'],
    ['1.0.0', undefined, 'first release'],
    ['2.0.0', '1.4.2', 'breaking'],
    ['1.5.0', '1.4.2', 'new'],
    ['1.4.3', '1.4.2', 'wording'],
  ])('rates %s after %s as %s', (version, before, rating) => {
    expect(rate(version, before)).toBe(rating);
  });

  test('counts the points of each size of step', () => {
    const text =
      '# C\n\n## 2.0.0 (2026-12-01)\n\n### Breaking\n\n- **A.** x\n- **B.** y\n\n### New\n\n- **C.** z\n\n## 1.0.0 (2026-11-21)\n\n- **First.**\n';
    expect(readChangelog('lastmile', text)[0]).toMatchObject({
      rating: 'breaking',
      points: [
        ['Breaking', 2],
        ['New', 1],
      ],
    });
  });

  test('is refused with file and line, when a heading is not one', () => {
    expect(() => readChangelog('lastmile', '# C\n\n## 1.0 Friday\n')).toThrow(
      'specs/changelog/lastmile.md:3: expected a heading',
    );
  });

  test('has every version on its page, and every released one in the feed', () => {
    const ids = attributes(read('changelog.html'), 'id');
    for (const { interface: name, version, date } of readReleases(defaultSite)) {
      expect(ids).toContain(`${name}-${version}`);
      expect(read('feed.xml').includes(`/${name}/${version}</id>`)).toBe(date !== undefined);
    }
    expect(read('feed.xml')).toMatch(
      /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/,
    );
  });
});

describe('the search', () => {
  const index = JSON.parse(read('search.json')) as SearchIndex;
  const find = finder(index);
  const first = (asked: string): string | undefined => find(asked)[0]?.address;

  test('leads only to what is there', () => {
    const ids = new Map<string, Set<string>>();
    const lost = index.entries.filter(([, , , address]) => {
      const [path = '', anchor] = address.split('#', 2);
      const file = path.endsWith('/') ? `${path}index.html` : path;
      if (!files.includes(file)) return true;
      if (anchor === undefined || anchor.startsWith('/')) return false;
      if (!ids.has(file)) ids.set(file, new Set(attributes(read(file), 'id')));
      return ids.get(file)?.has(anchor) !== true;
    });
    expect(lost).toEqual([]);
  });

  test('has every guide, operation, event, code, scenario and decision', () => {
    const titles = new Set(index.entries.map(([, title]) => title));
    for (const { operations, webhooks, problems, scenarios } of contracts) {
      for (const { id } of operations) expect(titles).toContain(id);
      for (const { name } of [...webhooks, ...scenarios]) expect(titles).toContain(name);
      for (const code of problems.keys()) expect(titles).toContain(code);
    }
    const paths = new Set(index.entries.map(([, , , address]) => address));
    for (const { path } of entries.filter(({ guide }) => guide !== undefined))
      expect(paths).toContain(path);
    expect([...titles].filter((title) => /^D-\d{3} /.test(title))).toHaveLength(
      attributes(read('decisions.html'), 'id').filter((id) => /^d-\d/.test(id)).length,
    );
  });

  test.each([
    ['createBooking', 'lastmile/#/bookings/createbooking'],
    ['createBookng', 'lastmile/#/bookings/createbooking'],
    ['create booking', 'lastmile/#/bookings/createbooking'],
    ['setorderst', 'marketplace/#/orders/setorderstatus'],
    ['order_created', 'marketplace/#/webhooks/ordercreated'],
    ['revision_conflict', 'errors.html#revision_conflict'],
    ['D-004', 'decisions.html#d-004'],
    ['idempotency', 'idempotency.html'],
  ])('finds first with %j: %s', (asked, address) => {
    expect(first(asked)).toBe(address);
  });

  test('finds a field in its schema, and marks what was found', () => {
    const hits = find('tracking_url');
    expect(hits[0]).toMatchObject({ group: 'Fields', title: 'tracking_url' });
    expect(
      find('cancellation fee')
        .flatMap(({ excerpt }) => excerpt)
        .some(({ found }) => found),
    ).toBe(true);
  });

  test.each(['', '   ', 'xyzzyplugh', '((((', '*'])('finds nothing with %j', (asked) => {
    expect(find(asked)).toEqual([]);
  });

  test('splits names into words', () => {
    expect(wordsOf('createBooking at order_created')).toEqual([
      'createBooking',
      'create',
      'Booking',
      'at',
      'order',
      'created',
    ]);
  });
});

test('what makes the references is apart from what makes the guides', () => {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '');
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+\.ts)'/g))
      visit(join(file, '..', path));
  };
  visit(join(defaultSite.guides, '../src/redoc/reference.ts'));
  const { tasks } = JSON.parse(readFileSync(join(defaultSite.guides, '../turbo.json'), 'utf8')) as {
    tasks: Record<string, { inputs: string[] }>;
  };
  const root = join(defaultSite.guides, '..');
  for (const name of interfaces) {
    const left = (tasks[`reference:${name}`]?.inputs ?? [])
      .filter((input) => input.startsWith('!'))
      .map((input) => input.slice(1, -3));
    expect(left).toContain('src/guides');
    expect(
      [...seen]
        .map((file) => file.slice(root.length + 1))
        .filter((file) => left.some((folder) => file.startsWith(`${folder}/`))),
    ).toEqual([]);
  }
});

test('every link of a page is text that was escaped once', () => {
  for (const page of pages)
    expect(decode(read(page)), page).not.toMatch(/&(?:amp;)+(?:lt|gt|amp|quot);/);
});

describe('what is published', () => {
  test('is the present state, as long as nothing was released', () => {
    expect(editions(['lastmile@1.0.0-rc.1', 'packages@1.0.0', ''])).toEqual([
      { ref: 'HEAD', folder: '' },
    ]);
  });

  test('is the newest release at the top, and that of each major below its number', () => {
    const tags = [
      'lastmile@1.0.0-rc.1',
      'lastmile@1.0.0',
      'marketplace@1.0.0',
      'marketplace@2.0.0',
      'lastmile@1.1.0',
      'marketplace@3.0.0-rc.1',
    ];
    expect(editions(tags)).toEqual([
      { ref: 'marketplace@2.0.0', folder: '' },
      { ref: 'marketplace@2.0.0', folder: 'v2' },
      { ref: 'lastmile@1.1.0', folder: 'v1' },
    ]);
  });

  test.each([
    [[], { SITE_URL: 'https://docs.example.com' }, 'Missing output folder.'],
    [['/tmp'], { SITE_URL: '' }, 'SITE_URL is not set.'],
    [[here], { SITE_URL: 'https://docs.example.com' }, 'already exists'],
  ])('is refused in one line with %j and %j', (args, env, complaint) => {
    const { status, stderr } = spawnSync(process.execPath, [join(here, 'publish.ts'), ...args], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain(complaint);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
