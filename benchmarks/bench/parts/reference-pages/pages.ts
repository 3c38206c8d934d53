import { gzipSync } from 'node:zlib';
import { type InterfaceName, type Operation, readContract } from '@delivery-api/specs/contract';
import { pageNames } from './goals.ts';
import type { Files } from './host.ts';
import type { PageTarget } from './load-page.ts';
import { peers } from './peers.ts';

const blankText = 'Nothing else.';
const blankHtml = `<!doctype html><html lang="en"><title>One line</title><p>${blankText}</p></html>`;

/** A page with one line of text, as the lower limit for load times. */
export const blankPage: Files = new Map([['index.html', Buffer.from(blankHtml)]]);

/** Returns the route of an operation in Redoc, such as `#/bookings/createbooking`. */
const routeOf = ({ tag, id }: Operation): string =>
  `#/${[tag, id].map((text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')).join('/')}`;

function headingOf(site: Files, path: string): string {
  const [, html = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(String(site.get(path))) ?? [];
  return html.replaceAll(/<[^>]*>/g, '').trim();
}

/**
 * Returns the path of the page in the root folder with the largest compressed size. Ignores the
 * landing page and the 404 page.
 */
function largestGuide(site: Files): string {
  const [largest] = [...site]
    .filter(([path]) => /^(?!index|404)[^/]+\.html$/.test(path))
    .map(([path, page]) => ({ path, size: gzipSync(page).length }))
    .sort((a, b) => b.size - a.size);
  if (largest === undefined) throw new Error('The site has no guides. Run `npm run build`.');
  return largest.path;
}

/**
 * Returns all compared pages: our pages in `/site/`, the stock pages in `/stock/`, the blank page
 * in `/blank/`, and the page of each peer in its own folder.
 *
 * @param document bundled contract
 * @throws {Error} if the site lacks a compared page, or the contract has no operations
 */
export function pageTargets(site: Files, name: InterfaceName, document: Buffer): PageTarget[] {
  const { operations } = readContract(JSON.parse(String(document)));
  const [operation] = operations;
  if (operation === undefined) throw new Error(`The contract ${name} has no operations.`);
  for (const path of [`${name}/index.html`, `${name}/reference.html`, 'index.html'])
    if (!site.has(path)) throw new Error(`The site has no ${path}. Run \`npm run build\`.`);
  const guide = largestGuide(site);
  const route = routeOf(operation);
  // Overviews show IDs, summaries, or paths of operations. Some show only the first operations.
  const overview = operations.flatMap(({ id, summary, path }) => [id, summary, path]);
  const summaries = operations.map(({ summary }) => summary);
  const some = (pageName: string, path: string): PageTarget => ({
    name: pageName,
    path,
    texts: overview,
  });
  const all = (pageName: string, path: string, texts: string[]): PageTarget => ({
    name: pageName,
    path,
    texts,
    requiresAllTexts: true,
  });
  return [
    some(pageNames.overview, `/site/${name}/`),
    some(pageNames.stock, '/stock/'),
    some(pageNames.stockInline, '/stock/inline.html'),
    all(pageNames.operation, `/site/${name}/${route}`, [operation.summary]),
    all(pageNames.stockOperation, `/stock/${route}`, [operation.summary]),
    ...peers.map((peer) => some(peer.name, `/${peer.package}/`)),
    all(pageNames.plain, `/site/${name}/reference.html`, summaries),
    all(pageNames.guide, `/site/${guide}`, [headingOf(site, guide)]),
    all(pageNames.blank, '/blank/', [blankText]),
    all(pageNames.landing, '/site/index.html', [headingOf(site, 'index.html')]),
  ];
}
