// node bench/run.ts [--rounds 15] [--interface lastmile] [--peers <folder>] [--site <folder>]
// [--json]
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { arch, cpus, platform, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromiumPath, launch } from '../../tools/browser/chromium.ts';
import { interleaved } from '../../tools/interleave.ts';
import { sampleOf } from '../../tools/statistics.ts';
import { SiteError as Fault, runCommand as orOneLine } from '../src/errors.ts';
import { defaultSite, interfaces, isInterface } from '../src/site.ts';
import { besideStock, judge, type Measured, names } from './goals.ts';
import { filesBelow, openHost } from './host.ts';
import { load, type Slowdown } from './load.ts';
import type { Load, Measure } from './metrics.ts';
import { blankPages, targetsOf } from './pages.ts';
import { fetchPeer, filesOf, peers } from './peers.ts';
import { redoclyVersion, stockPages } from './stock.ts';
import { besideOf, goalsOf, type Row, tableOf } from './table.ts';

const slowdowns: readonly Slowdown[] = [1, 4];

/**
 * Nothing but this machine has an address, so whatever wants to leave is refused at once and costs
 * no page any time.
 */
const shut = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1', '--no-proxy-server'];

const rowOf = (loads: readonly Load[]): Row => {
  const measures = Object.keys(loads[0] as Load) as Measure[];
  return Object.fromEntries(
    measures.map((measure) => [measure, sampleOf(loads.map((one) => one[measure]))]),
  ) as Row;
};

const medians = (rows: ReadonlyMap<string, Row>): Measured['desktop'] =>
  new Map(
    [...rows].map(([name, row]) => [
      name,
      Object.fromEntries(
        Object.entries(row).map(([measure, { median }]) => [measure, median]),
      ) as Record<Measure, number>,
    ]),
  );

function flags() {
  const options = {
    rounds: { type: 'string', default: '15' },
    interface: { type: 'string', default: 'lastmile' },
    peers: { type: 'string' },
    site: { type: 'string', default: defaultSite.out },
    json: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Fault(`--rounds takes a number from 1 on, not '${values.rounds}'.`);
  const { interface: name } = values;
  if (!isInterface(name))
    throw new Fault(`--interface takes ${interfaces.join(' or ')}, not '${name}'.`);
  return { ...values, rounds, name };
}

await orOneLine(async () => {
  const { rounds, name, peers: kept, site: folder, json } = flags();
  if (!existsSync(chromiumPath))
    throw new Fault(`There is no Chromium at ${chromiumPath}: install it, or set CHROMIUM_PATH.`);
  const site = filesBelow(folder);
  const document = site.get(`${name}/openapi.json`);
  if (document === undefined)
    throw new Fault(
      `${folder}: there is no ${name}/openapi.json. Build the site first: npm run build.`,
    );
  const targets = targetsOf(site, name, document);
  const packages = kept ?? mkdtempSync(join(tmpdir(), 'docs-bench-'));
  const say = (text: string): unknown => json || console.log(text);
  let host: Awaited<ReturnType<typeof openHost>> | undefined;
  let browser: Awaited<ReturnType<typeof launch>> | undefined;
  try {
    const theirs = peers.map(
      (peer) => [peer.package, filesOf(peer, fetchPeer(peer, packages), document)] as const,
    );
    host = await openHost(
      new Map([['site', site], ['stock', stockPages(document)], ['blank', blankPages], ...theirs]),
    );
    browser = await launch(...shut);
    const { address } = host;
    const opened = browser;
    const sides = slowdowns.flatMap((slowdown) =>
      targets.map((target) => ({ key: `${slowdown} ${target.name}`, slowdown, target })),
    );
    const byKey = new Map(sides.map((side) => [side.key, side]));
    const loads = await interleaved(
      [...byKey.keys()],
      rounds,
      (key) => {
        const { target, slowdown } = byKey.get(key) as (typeof sides)[number];
        return load(opened, address, target, slowdown);
      },
      { warmUp: 1 },
    );
    const rowsAt = (slowdown: Slowdown): Map<string, Row> =>
      new Map(
        targets.map((target) => [
          target.name,
          rowOf(loads.get(`${slowdown} ${target.name}`) ?? []),
        ]),
      );
    const rows = { desktop: rowsAt(1), slow: rowsAt(4) };
    const measured = { desktop: medians(rows.desktop), slow: medians(rows.slow) };
    const judged = judge(
      measured,
      peers.map((peer) => peer.name),
    );
    const beside = besideStock(measured);
    const versions = Object.fromEntries([
      ['@redocly/cli', redoclyVersion()],
      ...peers.map((peer) => [peer.package, peer.version]),
    ]);
    const machine = `${cpus().length} cores of ${cpus()[0]?.model.trim() || arch()}, ${platform()} ${release().split('-')[0]}, Node ${process.versions.node}, Chromium ${browser.version()}`;
    const guide = targets.find((target) => target.name === names.guide)?.path.replace('/site/', '');
    if (json) {
      const tables = {
        desktop: Object.fromEntries(rows.desktop),
        slow: Object.fromEntries(rows.slow),
      };
      console.log(
        JSON.stringify(
          { interface: name, rounds, machine, versions, guide, tables, goals: judged, beside },
          null,
          2,
        ),
      );
    } else {
      console.log(
        `The pages of ${name}, cold, 1280 x 800, gzip, one server: median of ${rounds} interleaved rounds (quartiles).`,
      );
      console.log(`The guide is ${guide}, the heaviest one. ${machine}.`);
      console.log(
        `${Object.entries(versions)
          .map(([one, version]) => `${one} ${version}`)
          .join(', ')}.`,
      );
      console.log(
        `\n**On this machine**\n\n${tableOf(rows.desktop)}\n\n**Four times slower**\n\n${tableOf(rows.slow)}\n\n**Goals**\n\n${goalsOf(judged)}\n\n**First paint beside the stock page, without a goal**\n\n${besideOf(beside)}`,
      );
    }
    const missed = judged.filter(({ met }) => !met);
    say(`\n${judged.length - missed.length} of ${judged.length} goals met.`);
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    await browser?.close();
    host?.close();
    if (kept === undefined) rmSync(packages, { recursive: true, force: true });
  }
});
