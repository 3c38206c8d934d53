import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { write } from '../src/files.ts';
import { entries } from '../src/guides/manifest.ts';
import { buildPages } from '../src/pages/pages.ts';
import { type Edition, selectEditions } from '../src/publish/editions.ts';
import { addVersions, pageWithVersions } from '../src/publish/versions.ts';
import { contractOf, defaultSite, here, interfaces, type Site, siteUrl } from '../src/site.ts';
import { attributes, decode, files, pages, read } from './support/read-site.ts';

const contracts = interfaces.map((name) => contractOf(defaultSite, name));

describe('a site with a public URL', () => {
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

  test('the sitemap has every page except the 404 page, and robots.txt contains the URL of the sitemap', () => {
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

  test('the pages of a site with a public URL have a canonical link, except the 404 page', () => {
    expect(attributes(readThere('menus.html'), 'href')).toContain(
      'https://docs.example.com/delivery/menus.html',
    );
    expect(readThere('index.html')).toContain(
      '<link rel="canonical" href="https://docs.example.com/delivery/">',
    );
    expect(readThere('404.html')).not.toContain('canonical');
  });

  test('the self link of the feed and all links in llms.txt are absolute', () => {
    expect(readThere('feed.xml')).toContain(
      '<link rel="self" type="application/atom+xml" href="https://docs.example.com/delivery/feed.xml"/>',
    );
    for (const [, address = ''] of readThere('llms.txt').matchAll(/\]\(([^)]+)\)/g))
      expect(address).toMatch(/^https:\/\/docs\.example\.com\/delivery\//);
  });

  test('the 404 page has only links that work at any depth', () => {
    for (const address of [
      ...attributes(readThere('404.html'), 'href'),
      ...attributes(readThere('404.html'), 'src'),
    ])
      expect(address).toMatch(/^(?:https:\/\/docs\.example\.com)?\/delivery\/|^#/);
  });
});

test('a site without a public URL has no sitemap and no canonical links', () => {
  expect(files).not.toContain('sitemap.xml');
  expect(read('robots.txt')).not.toContain('Sitemap');
  for (const page of pages) expect(read(page), page).not.toContain('rel="canonical"');
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['https://docs.example.com', 'https://docs.example.com'],
  ['https://docs.example.com/a/b/', 'https://docs.example.com/a/b'],
])('SITE_URL %j is parsed as %j', (text, url) => {
  expect(siteUrl(text)).toBe(url);
});

test.each(['docs.example.com', '/docs', 'ftp://docs.example.com', 'https://docs.example.com/?a=1'])(
  'SITE_URL %j is rejected',
  (text) => {
    expect(() => siteUrl(text)).toThrow(`got '${text}'`);
  },
);

describe('Markdown versions', () => {
  test.each(pages.filter((page) => page !== '404.html' && !page.endsWith('/index.html')))(
    'a Markdown version exists for %s, which links to it',
    (page) => {
      const markdown = page.replace(/\.html$/, '.md');
      expect(files).toContain(markdown);
      expect(attributes(read(page), 'href')).toContain(posix.basename(markdown));
      expect(read(markdown)).toMatch(/^# \S/);
      expect(read(markdown).replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')).not.toMatch(
        /<!--|<div|<span|undefined/,
      );
    },
  );

  test.each(
    files.filter((file) => file.endsWith('.md') || file === 'llms.txt' || file === 'llms-full.txt'),
  )('the relative links in %s lead to existing files', (file) => {
    const text = read(file).replaceAll(/```[\s\S]*?```/g, '');
    const targets = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, href]) => href ?? '').filter(
      (href) => !/^(?:[a-z]+:|#)/.test(href),
    );
    const missing = targets.filter(
      (href) =>
        !files.includes(
          posix.join(posix.dirname(file), href.replace(/#.*/, '').replace(/\/$/, '/index.html')),
        ),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  test('the Markdown versions are listed in llms.txt for every page except the interactive references', () => {
    for (const { path } of entries.filter((entry) => !entry.path.endsWith('/index.html')))
      expect(read('llms.txt')).toContain(`](${path.replace('.html', '.md')})`);
    for (const contract of contracts)
      for (const { id } of contract.operations) expect(read('llms-full.txt')).toContain(id);
  });
});

test('the references do not import a folder that turbo.json excludes from their inputs', () => {
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

test('no page contains text that was escaped twice', () => {
  for (const page of pages)
    expect(decode(read(page)), page).not.toMatch(/&(?:amp;)+(?:lt|gt|amp|quot);/);
});

describe('published versions', () => {
  const tags = [
    'lastmile@1.0.0-rc.1',
    'lastmile@1.0.0',
    'marketplace@1.0.0',
    'marketplace@2.0.0',
    'lastmile@1.1.0',
    'marketplace@3.0.0-rc.1',
  ];

  test('the published versions consist of the current state if all releases are release candidates', () => {
    expect(selectEditions(['lastmile@1.0.0-rc.1', 'release@2026-11-22', ''])).toEqual({
      editions: [{ ref: 'HEAD', folder: '' }],
      versions: { lastmile: [], marketplace: [] },
    });
  });

  test('the newest release is at the root, with the last release of each older major version beside it', () => {
    expect(selectEditions(tags)).toEqual({
      editions: [
        { ref: 'lastmile@1.1.0', folder: '' },
        { ref: 'marketplace@1.0.0', folder: 'marketplace-v1', interface: 'marketplace' },
      ],
      versions: {
        lastmile: [{ version: '1.1.0', path: 'lastmile/' }],
        marketplace: [
          { version: '2.0.0', path: 'marketplace/' },
          { version: '1.0.0', path: 'marketplace-v1/marketplace/' },
        ],
      },
    });
  });

  test('the published versions have compressed pages that contain the list of versions', () => {
    const folder = mkdtempSync(join(tmpdir(), 'edition-'));
    const file = join(folder, 'marketplace/index.html');
    write(file, `<header></header>${'<p>Text</p>'.repeat(200)}`);
    const { editions, versions } = selectEditions(tags);
    addVersions(folder, editions[0] as Edition, versions, 'https://docs.example.com', new Set());
    const page = readFileSync(file);
    expect(page.toString()).toContain('Versions of Marketplace');
    expect(gunzipSync(readFileSync(`${file}.gz`)).equals(page)).toBe(true);
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(page)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  const { editions: selected, versions } = selectEditions(tags);
  const url = 'https://docs.example.com';
  const rootPages = new Set(['marketplace/reference.html', 'errors.html']);
  const source = '<link rel="canonical" href="old"><header></header><main></main>';
  const page = (path: string, index: number): string =>
    pageWithVersions(source, path, selected[index] as Edition, versions, url, rootPages);

  test('the published versions link each page of a reference to the same page of the other versions', () => {
    expect(page('marketplace/reference.html', 0)).toContain(
      '<a href="../marketplace-v1/marketplace/reference.html">1.0.0</a>',
    );
    expect(page('marketplace/index.html', 1)).toContain('<a href="../../marketplace/">2.0.0</a>');
    expect(page('lastmile/index.html', 0)).not.toContain('Version');
    expect(page('errors.html', 0)).toBe(
      source.replace('href="old"', 'href="https://docs.example.com/errors.html"'),
    );
  });

  test('older versions have a notice', () => {
    expect(page('errors.html', 1)).toContain(
      'This site describes Marketplace 1.0.0. The current version is <a href="../marketplace/">2.0.0</a>.',
    );
    expect(page('marketplace/reference.html', 0)).not.toContain('This site describes');
  });

  test.each([
    ['marketplace/reference.html', 0, '/marketplace/reference.html'],
    ['marketplace/reference.html', 1, '/marketplace-v1/marketplace/reference.html'],
    ['errors.html', 1, '/errors.html'],
    ['removed.html', 1, '/marketplace-v1/removed.html'],
  ])('the page %s of edition %i has the canonical path %s', (path, index, address) => {
    expect(page(path, index)).toContain(`<link rel="canonical" href="${url}${address}">`);
  });

  test.each([
    [[], { SITE_URL: 'https://docs.example.com' }, 'Missing output folder.'],
    [['/tmp'], { SITE_URL: '' }, 'SITE_URL is not set.'],
    [[here], { SITE_URL: 'https://docs.example.com' }, 'already exists'],
  ])('publish.ts rejects %j and %j with a one-line error', (args, env, message) => {
    const { status, stderr } = spawnSync(process.execPath, [join(here, 'publish.ts'), ...args], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
