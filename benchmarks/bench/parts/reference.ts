import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { chromiumPath, launch } from '../../../tools/browser/chromium.ts';
import { installedVersions } from '../../report/machine.ts';
import { type Row, row, type Table } from '../../report/results.ts';
import { UsageError } from '../../shared/command.ts';
import { interfaceNames, root } from '../../shared/contracts.ts';
import { interleave } from '../../shared/interleave.ts';
import { type Sample, sampleOf } from '../../shared/statistics.ts';
import type { Part } from '../part.ts';
import {
  goalRows,
  type PageSamples,
  pageNames,
  type Speed,
  speeds,
  stockRows,
} from './reference-pages/goals.ts';
import { type Host, readFiles, startHost } from './reference-pages/host.ts';
import { loadPage, type PageTarget } from './reference-pages/load-page.ts';
import type { PageLoad, PageMetric } from './reference-pages/metrics.ts';
import { blankPage, pageTargets } from './reference-pages/pages.ts';
import { peerFiles, peers } from './reference-pages/peers.ts';
import { stockPages } from './reference-pages/stock.ts';

const slowdowns: Record<Speed, number> = { desktop: 1, slow: 4 };

/** Chromium arguments. Requests to other hosts fail immediately, so they do not delay a page. */
const offline = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--no-proxy-server'];

const columns: readonly { metric: PageMetric; title: string; divisor?: number }[] = [
  { metric: 'bytes', title: 'kB', divisor: 1000 },
  { metric: 'script', title: 'script, kB', divisor: 1000 },
  { metric: 'fcp', title: 'first paint, ms' },
  { metric: 'lcp', title: 'largest paint, ms' },
  { metric: 'tbt', title: 'blocking, ms' },
  { metric: 'cls', title: 'layout shift' },
  { metric: 'externalRequests', title: 'external requests' },
];

/** Pages of the documentation site, of `redocly build-docs`, and of other products. */
export const reference: Part = async ({
  quick,
  rounds = quick ? 1 : 15,
  interface: wanted = 'lastmile',
  packages,
  site: siteFolder = join(root, 'docs-site/dist'),
  log,
}) => {
  const name = interfaceNames.find((one) => one === wanted);
  if (name === undefined)
    throw new UsageError(`--interface must be lastmile or marketplace; got '${wanted}'.`);
  if (!existsSync(chromiumPath))
    throw new Error(`Chromium is not installed at ${chromiumPath}. Set CHROMIUM_PATH.`);
  if (!existsSync(join(siteFolder, name, 'openapi.json')))
    throw new Error(`${siteFolder} has no ${name}/openapi.json. Run \`npm run build\`.`);
  const site = readFiles(siteFolder);
  const document = site.get(`${name}/openapi.json`) as Buffer;
  const targets = pageTargets(site, name, document);
  const packageFolder = packages ?? mkdtempSync(join(tmpdir(), 'reference-peers-'));
  let host: Host | undefined;
  let browser: Browser | undefined;
  try {
    log('downloading the peers');
    host = await startHost({
      site,
      stock: stockPages(document),
      blank: blankPage,
      ...Object.fromEntries(
        peers.map((peer) => [peer.package, peerFiles(peer, packageFolder, document)]),
      ),
    });
    browser = await launch(...offline);
    log(`${targets.length} pages at two speeds: ${rounds} rounds`);
    const samples = await loadAll(browser, host.url, targets, rounds);
    const guide = targets.find((target) => target.name === pageNames.guide)?.path;
    return {
      versions: {
        ...installedVersions(['@redocly/cli']),
        ...Object.fromEntries(peers.map((peer) => [peer.package, peer.version])),
        Chromium: browser.version(),
      },
      how:
        `Chromium opens the pages of ${name} with an empty cache and a window of 1280 × 800, in ` +
        `${rounds} interleaved rounds. One local server sends all pages with gzip. The measured ` +
        `guide is the largest one: ${guide?.replace('/site/', '')}.`,
      tables: [
        pageTable('pages', 'Pages', samples.desktop),
        pageTable('slow', 'Pages, with a processor four times slower', samples.slow),
        {
          id: 'goals',
          title: 'Goals',
          columns: ['median', 'limit'],
          rows: goalRows(
            samples,
            peers.map((peer) => peer.name),
          ),
        },
        {
          id: 'stock',
          title: 'First paint compared with the stock page',
          columns: ['median', 'stock'],
          rows: stockRows(samples),
        },
      ],
      notes: [],
    };
  } finally {
    await browser?.close();
    host?.stop();
    if (packages === undefined) rmSync(packageFolder, { recursive: true, force: true });
  }
};

async function loadAll(
  browser: Browser,
  origin: string,
  targets: readonly PageTarget[],
  rounds: number,
): Promise<PageSamples> {
  const pages = new Map<string, { speed: Speed; target: PageTarget }>(
    speeds.flatMap((speed) =>
      targets.map((target) => [`${speed} ${target.name}`, { speed, target }] as const),
    ),
  );
  const loads = await interleave([...pages.keys()], rounds, (key) => {
    const { speed, target } = pages.get(key) as { speed: Speed; target: PageTarget };
    return loadPage(browser, origin, target, slowdowns[speed]);
  });
  const samplesAt = (speed: Speed) =>
    new Map(targets.map(({ name }) => [name, sampleLoads(loads.get(`${speed} ${name}`) ?? [])]));
  return { desktop: samplesAt('desktop'), slow: samplesAt('slow') };
}

const sampleLoads = (loads: readonly PageLoad[]): Record<PageMetric, Sample> =>
  Object.fromEntries(
    columns.map(({ metric }) => [metric, sampleOf(loads.map((load) => load[metric]))]),
  ) as Record<PageMetric, Sample>;

function pageTable(id: string, title: string, pages: PageSamples[Speed]): Table {
  const rows = [...pages].map(([page, samples]): Row => {
    const cells = columns.map(({ metric, title: column, divisor = 1 }) => {
      const { median, low, high, runs } = samples[metric];
      return [column, { median: median / divisor, low: low / divisor, high: high / divisor, runs }];
    });
    return row(page, '', Object.fromEntries(cells));
  });
  return { id, title, columns: columns.map(({ title: column }) => column), rows };
}
