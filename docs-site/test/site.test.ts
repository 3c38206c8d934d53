import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sandboxSources } from '../src/csp.ts';
import { decisionAnchor } from '../src/decision-names.ts';
import { entries } from '../src/guides/manifest.ts';
import { routeOf, routesOf } from '../src/routes.ts';
import { contractOf, defaultSite, here, interfaces } from '../src/site.ts';
import {
  attributes,
  compressedFiles,
  decode,
  files,
  pages,
  policyOf,
  read,
  readBytes,
  renderedDocument,
} from './support/read-site.ts';

const contracts = interfaces.map((name) => contractOf(defaultSite, name));
const references = interfaces.map((name) => `${name}/index.html`);
const plain = pages.filter((page) => !references.includes(page));
const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the site has every expected page, download and shared asset', () => {
  const shape = files.map((file) => file.replace(/\.[0-9a-f]{10}\./, '.*.')).sort();
  const withMarkdown = [
    'changelog',
    'decisions',
    'errors',
    'guides',
    'index',
    'source',
    ...entries.flatMap(({ guide }) => guide ?? []),
  ];
  const assets =
    'icon.*.svg page.*.js redoc.*.js reference.*.css reference.*.js search.*.css search.*.js site.*.css try-it.*.css try-it.*.js';
  const ofEach =
    'definition.*.json errors.json index.html openapi.json openapi.slim.json openapi.slim.yaml openapi.yaml postman.json reference.html reference.md requests.http start.*.js try-it.json';
  const workflowFiles = interfaces.flatMap((name) =>
    readdirSync(join(defaultSite.specs, 'workflows'))
      .filter((file) => file.startsWith(`${name}-`) || file === 'inputs.yaml')
      .map((file) => `${name}/workflows/${file}`),
  );
  const promised = [
    ...[
      '404.html',
      'errors.json',
      'feed.xml',
      'llms-full.txt',
      'llms.txt',
      'robots.txt',
      'search.json',
    ],
    ...withMarkdown.flatMap((name) => [`${name}.html`, `${name}.md`]),
    ...assets.split(' ').map((name) => `assets/${name}`),
    ...interfaces.flatMap((name) => ofEach.split(' ').map((file) => `${name}/${file}`)),
    ...workflowFiles,
  ];
  expect(workflowFiles.length).toBeGreaterThan(4);
  expect(shape).toEqual(promised.sort());
});

describe.each(pages)('%s', (page) => {
  const html = read(page);
  const policy = policyOf(page);

  test('the page allows only inline scripts and styles whose hashes are in its policy', () => {
    expect(policy.get('default-src')).toEqual(["'none'"]);
    const sources = [...policy.values()].flat();
    expect(sources).not.toContain("'unsafe-inline'");
    expect(sources).not.toContain("'unsafe-eval'");
    expect(policy.get('script-src') ?? []).not.toContain("'unsafe-hashes'");
    const scripts = Array.from(
      html.matchAll(/<script>([\s\S]*?)<\/script>/g),
      ([, text]) => text ?? '',
    );
    for (const text of scripts) expect(policy.get('script-src'), text).toContain(hash(text));
    const styles = [
      ...Array.from(html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g), ([, text]) => text ?? ''),
      ...attributes(html, 'style'),
    ];
    for (const text of styles)
      expect(policy.get('style-src'), text.slice(0, 80)).toContain(hash(text));
    expect(html).not.toMatch(/\son[a-z]+="/);
  });

  test('the page loads no resources from other origins', () => {
    const loaded = [
      ...attributes(html, 'src'),
      ...Array.from(html.matchAll(/<link [^>]*href="([^"]*)"/g), ([, href]) => href ?? ''),
    ];
    for (const address of loaded) expect(address).toMatch(/^(?:\.\.\/)?[\w./-]+$/);
    const called = policy.get('connect-src')?.filter((source) => source !== "'self'") ?? [];
    expect(called).toEqual(/\/(?:index|reference)\.html$/.test(page) ? [...sandboxSources] : []);
    const sources = [...policy].flatMap(([name, list]) => (name === 'connect-src' ? [] : list));
    for (const source of sources) expect(source).toMatch(/^(?:'[^']+'|data:)$/);
  });

  test('the page has a title, a description, a language and an icon', () => {
    expect(html).toMatch(/<html lang="en">/);
    expect(html).toMatch(/<title>[^<]{5,}<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}">/);
    expect(html).toMatch(/<link rel="icon" type="image\/svg\+xml" href="[^"]+\.svg">/);
  });

  test('the page has only links that lead to an existing page and anchor', () => {
    for (const href of new Set(attributes(html, 'href'))) expectLanding(page, href);
  });
});

/** IDs of the elements in each page that a link has led to. */
const ids = new Map<string, Set<string>>();

/** Returns the IDs of the elements in a page. Reads each page once. */
function idsIn(page: string): Set<string> {
  const known = ids.get(page) ?? new Set(attributes(read(page), 'id'));
  ids.set(page, known);
  return known;
}

/** Follows a link as a browser does: to a file, and to an anchor or route in it. */
function expectLanding(page: string, href: string): void {
  if (/^(?:https?|mailto):/.test(href)) return;
  const where = `${page}: ${href}`;
  const [path = '', fragment] = href.split('#', 2);
  expect(path, where).not.toMatch(/^\//);
  const joined = posix.join(posix.dirname(page), path);
  const target =
    path === ''
      ? page
      : joined === '.' || joined === './' || joined.endsWith('/')
        ? posix.join(joined, 'index.html')
        : joined;
  expect(files, where).toContain(target);
  if (fragment === undefined || fragment === '') return;
  const reference = contracts.find(({ name }) => target === `${name}/index.html`);
  if (reference === undefined || fragment === 'content')
    expect(idsIn(target).has(decodeURIComponent(fragment)), where).toBe(true);
  else if (!fragment.startsWith('/section/') && fragment !== 'redocly-link-icon')
    expect([...routesOf(reference)], where).toContain(`#${fragment}`);
}

test.each(references)(
  'the descriptions in %s have only links that lead to an existing page and anchor',
  (page) => {
    const text = JSON.stringify(renderedDocument(posix.dirname(page)));
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, href]) => href ?? '');
    expect(links.length).toBeGreaterThan(20);
    for (const href of links) expectLanding(page, href);
  },
);

describe.each(contracts)('the $name reference', (contract) => {
  const document = renderedDocument(contract.name) as unknown as Record<
    string,
    Record<string, Record<string, Operation>>
  >;
  interface Operation {
    operationId?: string;
    description?: string;
    'x-codeSamples'?: { label: string; source: string }[];
  }
  const operations = Object.values({ ...document.paths, ...document.webhooks }).flatMap((item) =>
    Object.values(item),
  );

  test.each([...contract.operations, ...contract.webhooks])(
    'contains $id with its samples, and the landing page links to it',
    (target) => {
      expect(attributes(read('index.html'), 'href')).toContain(
        `${contract.name}/${routeOf(target)}`,
      );
      const operation = operations.find(({ operationId }) => operationId === target.id);
      const isWebhook = contract.webhooks.some(({ id }) => id === target.id);
      const samples = isWebhook
        ? Array.from(
            operation?.description?.matchAll(/\*\*Sample: (.+)\*\*\n\n```\w+\n([\s\S]*?)\n```/g) ??
              [],
            ([, label = '', source = '']) => ({ label, source }),
          )
        : (operation?.['x-codeSamples'] ?? []);
      expect(samples.map(({ label }) => label)).toEqual([
        'curl',
        'TypeScript',
        ...(isWebhook ? [] : ['Python', 'PHP', 'Go', 'Java']),
      ]);
      for (const { source } of samples) expect(source.trim()).not.toBe('');
    },
  );

  test('the reference has the bundled documents as downloads', () => {
    for (const ending of ['yaml', 'json', 'slim.yaml', 'slim.json']) {
      expect(read(`${contract.name}/openapi.${ending}`)).toBe(
        readFileSync(join(defaultSite.bundles, `${contract.name}.${ending}`), 'utf8'),
      );
    }
  });

  test('shows the version of the contract', () => {
    expect(read(`${contract.name}/index.html`)).toContain(
      `<span class="bar-version">${contract.version}</span>`,
    );
  });

  test('the error catalog has an entry for every problem code of the contract', () => {
    const ids = attributes(read('errors.html'), 'id');
    for (const code of contract.problems.keys()) expect(ids).toContain(code);
  });

  test('refers only to recorded decisions', () => {
    const ids = attributes(read('decisions.html'), 'id');
    const named = Array.from(
      JSON.stringify(contract.document).matchAll(/"x-decisions":\[([\d,]+)\]/g),
      ([, list]) => list?.split(',') ?? [],
    ).flat();
    expect(named.length).toBeGreaterThan(0);
    for (const number of named) expect(ids).toContain(decisionAnchor(Number(number)));
  });
});

test('both references use the same library file', () => {
  const [library] = files.filter((file) => /^assets\/redoc\./.test(file));
  for (const name of interfaces) {
    const start = files.find((file) => file.startsWith(`${name}/start.`)) ?? '';
    expect(read(start)).toContain(`import('../${library}')`);
    const definition = files.find((file) => file.startsWith(`${name}/definition.`)) ?? '';
    expect(read(start)).toContain(`fetch(new URL('${posix.basename(definition)}'`);
  }
});

test.each(files.filter((name) => /\.(?:js|css)$/.test(name)))(
  '%s contains no URL of another server to load from or report to',
  (file) => {
    const text = read(file);
    const foreign = [
      /cdn\.redoc\.ly/,
      /otel\.cloud\.redocly\.com/,
      /@import\s*(?:url\()?["']?https?:/,
      /url\(["']?https?:/,
      /\b(?:import|from)\s*\(?["'`]https?:/,
    ];
    expect(foreign.filter((pattern) => pattern.test(text))).toEqual([]);
  },
);

test('no file contains the path of the repository', () => {
  expect(files.filter((file) => read(file).includes(join(here, '..')))).toEqual([]);
});

test('every text file of at least 1,000 bytes has current compressed versions', () => {
  const expected = files
    .filter((file) => read(file).length >= 1000)
    .flatMap((file) => [`${file}.br`, `${file}.gz`]);
  expect(compressedFiles).toEqual(expected.sort());
  for (const file of compressedFiles) {
    const unpack = file.endsWith('.br') ? brotliDecompressSync : gunzipSync;
    expect(unpack(readBytes(file)).equals(readBytes(file.slice(0, -3))), file).toBe(true);
  }
});

test('the landing page contains the correct numbers of operations, webhooks and decisions', () => {
  const text = decode(read('index.html').replace(/<[^>]+>/g, ''));
  expect(text).toContain('Eleven operations, two webhooks');
  const decisions = attributes(read('decisions.html'), 'id').filter((id) =>
    /^d-\d{3}$/.test(id),
  ).length;
  expect(text).toContain(`${decisions} decisions define`);
});

test('the 404 page links to no style sheet', () => {
  expect(read('404.html')).not.toContain('rel="stylesheet"');
});

test('every page except the references is smaller than 200 kB', () => {
  for (const page of plain.filter((name) => !name.endsWith('/reference.html')))
    expect(Buffer.byteLength(read(page)), page).toBeLessThan(200_000);
});

test('a guide is smaller than 40 kB compressed, with its style and script', () => {
  const shared = files
    .filter((file) => /^assets\/(?:site|page)\./.test(file))
    .map((file) => gzipSync(read(file)).length);
  for (const { path } of entries.filter(({ guide }) => guide !== undefined))
    expect(
      gzipSync(read(path)).length + shared.reduce((sum, size) => sum + size, 0),
      path,
    ).toBeLessThan(40_000);
});
