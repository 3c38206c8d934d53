import { join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import { siteStyle } from '../assets.ts';
import { feed } from '../changelog/feed.ts';
import { readReleases } from '../changelog/read-changelog.ts';
import { errorCatalogues } from '../downloads/errors-json.ts';
import { readInput, removeOutdated, write } from '../files.ts';
import { checkLink } from '../guides/links.ts';
import { entries } from '../guides/manifest.ts';
import { readGuides } from '../guides/read-guides.ts';
import { html } from '../html.ts';
import { siteName } from '../layout.ts';
import { createFrame, markdownPath, plainPage } from '../plain-page.ts';
import { robots, sitemap } from '../publish/crawlers.ts';
import { llms, llmsFull } from '../publish/llms.ts';
import { searchIndex } from '../search/search-index.ts';
import { contractOf, interfaces, label, type Site } from '../site.ts';
import { changelogPage, entryHtml } from './changelog.ts';
import { decisionsPage, readDecisions } from './decisions.ts';
import { errors } from './errors.ts';
import { errorsMarkdown } from './errors-markdown.ts';
import { guidePage } from './guide.ts';
import { landing, landingMarkdown } from './landing.ts';
import { notFound } from './not-found.ts';
import { guideLists, overviewPage } from './overview.ts';
import type { SitePage } from './page.ts';
import { sourcePage } from './source.ts';
import { countSource } from './source-counts.ts';

const restore = 'Restore it from the repository.';

const errorsPage = (contracts: readonly Contract[]): SitePage => ({
  path: 'errors.html',
  barEntry: 'errors',
  title: 'Errors',
  description:
    'Every problem code of both interfaces: status, cause, action, and whether you can retry the request.',
  main: errors(contracts),
  markdown: errorsMarkdown(contracts),
});

/** Descriptions of the pages that other tasks build. */
const elsewhere: [string, string][] = interfaces.flatMap((name) => [
  [
    `${name}/index.html`,
    `The interactive ${label[name]} reference, with code samples and a request console.`,
  ],
  [
    `${name}/reference.html`,
    `Every operation, event, field and constraint of ${label[name]} on one page, without JavaScript.`,
  ],
]);

/**
 * Builds every page except the references, and the files that cover all pages. The references must
 * exist, because guides link to them.
 *
 * @throws {ContractError} or {SiteError} if an input is missing or invalid
 */
export function buildPages(site: Site): void {
  const lastmile = contractOf(site, 'lastmile');
  const marketplace = contractOf(site, 'marketplace');
  const contracts = [lastmile, marketplace];
  const source = readInput(join(site.specs, 'source/integration-interfaces.md'), restore);
  const decisions = readInput(join(site.specs, 'DECISIONS.md'), restore);
  const releases = readReleases(site);
  const guides = readGuides(site, { lastmile, marketplace });
  const pages: SitePage[] = [
    ...[...guides].map(([entry, guide]) => guidePage(entry, guide)),
    errorsPage(contracts),
    changelogPage(contracts, releases),
    decisionsPage(decisions),
    sourcePage(source),
  ];
  const described = new Map([
    ...elsewhere,
    ...pages.map(({ path, description }) => [path, description] as const),
  ]);
  pages.unshift(
    {
      path: 'index.html',
      barEntry: undefined,
      title: siteName,
      description:
        'The Lastmile and Marketplace interfaces of one delivery service: quickstarts, guides, reference, errors and changelog.',
      main: landing(
        lastmile,
        marketplace,
        countSource(source),
        readDecisions(decisions).entries.length,
        guideLists(described, ['Start', 'Build', 'Operate'], 'h3'),
      ),
      markdown: landingMarkdown(contracts),
    },
    overviewPage(described),
  );
  const made = new Map(pages.map(({ path, main }) => [path, main.text]));
  for (const file of ['feed.xml', 'errors.json', 'llms.txt', 'llms-full.txt']) made.set(file, '');
  for (const [{ path }, { links }] of guides)
    for (const link of links) checkLink({ pages: made, site, contracts }, path, link);

  const frame = createFrame(
    site,
    html`${contracts.map(({ name, version }) => html`<span>${label[name]} ${version}</span> `)}`,
  );
  const put = (path: string, text: string): void => write(join(site.out, path), text);
  const kept = new Set(['404.html', ...pages.flatMap(({ path }) => [path, markdownPath(path)])]);
  removeOutdated(site.out, (file) => /\.(?:html|md)$/.test(file) && !kept.has(file));
  for (const page of pages) {
    put(page.path, plainPage(frame, page));
    put(markdownPath(page.path), page.markdown);
  }
  put('404.html', notFound(frame, siteStyle()));
  put('errors.json', `${JSON.stringify(errorCatalogues(contracts), null, 2)}\n`);
  put(
    'feed.xml',
    feed(site, lastmile, releases, (release) => entryHtml(contracts, release).text),
  );
  put('llms.txt', llms(site, described));
  const references = interfaces.map((name): [string, string] => {
    const path = `${name}/reference.md`;
    return [
      path,
      readInput(join(site.out, path), `Build it with \`node build.ts reference:${name}\`.`),
    ];
  });
  put(
    'llms-full.txt',
    llmsFull(
      new Map([
        ...pages.map(({ path, markdown }) => [markdownPath(path), markdown] as const),
        ...references,
      ]),
    ),
  );
  put(
    'search.json',
    searchIndex({
      guides,
      pages: pages.filter(({ path }) => !entries.some((one) => one.guide && one.path === path)),
      contracts,
      decisions: readDecisions(decisions).entries,
    }),
  );
  put('robots.txt', robots(site.url));
  if (site.url === undefined) removeOutdated(site.out, (file) => file === 'sitemap.xml');
  else
    put(
      'sitemap.xml',
      sitemap(site.url, [...pages.map(({ path }) => path), ...elsewhere.map(([path]) => path)]),
    );
}
