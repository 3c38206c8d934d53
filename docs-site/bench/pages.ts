import { gzipSync } from 'node:zlib';
import { type Contract, type InterfaceName, readContract } from '@delivery-api/specs/contract';
import { SiteError as Fault } from '../src/errors.ts';
import { routeOf } from '../src/routes.ts';
import { names } from './goals.ts';
import type { Target } from './load.ts';
import { peers } from './peers.ts';

/** Every page below the top but these is a guide: one that a reader opens to read. */
const others = new Set(['index.html', '404.html']);

const headingOf = (page: Buffer): string => {
  const [, text] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(page.toString('utf8')) ?? [];
  return (text ?? '').replaceAll(/<[^>]*>/g, '').trim();
};

/** The heaviest guide stands for all of them: what holds for it holds for the others. */
function heaviestGuide(site: ReadonlyMap<string, Buffer>): string {
  const [heaviest] = [...site]
    .filter(([path]) => /^[^/]+\.html$/.test(path) && !others.has(path))
    .map(([path, page]) => ({ path, size: gzipSync(page).length }))
    .sort((a, b) => b.size - a.size);
  if (heaviest === undefined)
    throw new Fault('The site has no guides. Build it first: npm run build.');
  return heaviest.path;
}

const blankLine = 'Nothing else.';

/** The least that a page can be: what a browser needs for it, it needs for every page. */
export const blankPages: ReadonlyMap<string, Buffer> = new Map([
  [
    'index.html',
    Buffer.from(`<!doctype html><html lang="en"><title>One line</title><p>${blankLine}</p></html>`),
  ],
]);

/**
 * What an overview has to show of a document: operations, by whatever name. Some products first
 * show no more of them than the introduction does.
 */
const operationsOf = ({ operations }: Contract): string[] =>
  operations.flatMap(({ id, summary, path }) => [id, summary, path]);

/**
 * All pages that are compared, in the order of the tables: ours below `/site/`, the stock page
 * below `/stock/`, the blank one below `/blank/`, each peer below its own folder.
 *
 * @param site the files of the built site
 * @throws {Fault} when the site lacks a page
 */
export function targetsOf(
  site: ReadonlyMap<string, Buffer>,
  name: InterfaceName,
  document: Buffer,
): Target[] {
  const contract = readContract(JSON.parse(document.toString('utf8')));
  const [operation] = contract.operations;
  if (operation === undefined) throw new Fault(`${name}: the document has no operations.`);
  for (const path of [`${name}/index.html`, `${name}/reference.html`, 'index.html']) {
    if (!site.has(path)) throw new Fault(`The site has no ${path}. Build it first: npm run build.`);
  }
  const guide = heaviestGuide(site);
  const plain = (path: string): string[] => [headingOf(site.get(path) as Buffer)];
  const route = routeOf(operation);
  const operations = operationsOf(contract);
  return [
    { name: names.overview, path: `/site/${name}/`, shows: operations },
    { name: names.stock, path: '/stock/', shows: operations },
    { name: names.stockInline, path: '/stock/inline.html', shows: operations },
    {
      name: names.operation,
      path: `/site/${name}/${route}`,
      shows: [operation.summary],
      complete: true,
    },
    {
      name: names.stockOperation,
      path: `/stock/${route}`,
      shows: [operation.summary],
      complete: true,
    },
    ...peers.map((peer) => ({ name: peer.name, path: `/${peer.package}/`, shows: operations })),
    {
      name: names.twin,
      path: `/site/${name}/reference.html`,
      shows: contract.operations.map(({ summary }) => summary),
      complete: true,
    },
    { name: names.guide, path: `/site/${guide}`, shows: plain(guide), complete: true },
    { name: names.blank, path: '/blank/', shows: [blankLine], complete: true },
    { name: names.landing, path: '/site/index.html', shows: plain('index.html'), complete: true },
  ];
}
