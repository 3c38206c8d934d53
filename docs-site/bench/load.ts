import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { SiteError as Fault } from '../src/errors.ts';
import { blockingTime, inlineScripts, type Load, layoutShift, type Shift } from './metrics.ts';

/** How many times slower than this machine the page's processor is. */
export type Slowdown = 1 | 4;

/** A page to load, and what it has to show. */
export interface Target {
  name: string;
  /** The address, below the host's. */
  path: string;
  /**
   * Texts of which at least one has to be on the page and visible, or else the page did not do its
   * work.
   */
  shows: readonly string[];
  /** Whether all of them have to be. */
  complete?: boolean;
}

/**
 * How long a page has to rest before it counts as done, how often that is looked at, and how long
 * it may take until then, in milliseconds.
 */
const quiet = 1000;
const pause = 200;
const patience = 60_000;

interface Seen {
  fcp: number;
  lcp: number;
  /** Durations of long tasks. */
  tasks: number[];
  shifts: Shift[];
}

/** Runs in the page, before anything of its own. */
function watch(): void {
  const seen: Seen = { fcp: Number.NaN, lcp: Number.NaN, tasks: [], shifts: [] };
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('longtask', ({ duration }) => seen.tasks.push(duration));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) seen.shifts.push({ at: entry.startTime, value });
  });
  Object.assign(window, { seen });
}

const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => (window as unknown as { seen: Seen }).seen);

/** Which of the texts stand on the page and are laid out, in shadow trees too. */
const visible = (page: Page, texts: readonly string[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const found = new Set<string>();
    const walk = (root: Node): void => {
      for (const node of root.childNodes) {
        if (node instanceof Element) {
          if (node.shadowRoot) walk(node.shadowRoot);
          const text = node.textContent ?? '';
          const isLeaf = ![...node.children].some((child) => child.textContent === text);
          if (
            isLeaf &&
            text.length < 500 &&
            node.checkVisibility() &&
            node.getBoundingClientRect().height > 0
          ) {
            for (const one of wanted) if (text.includes(one)) found.add(one);
          }
          if (!/^(?:SCRIPT|STYLE|TEMPLATE)$/.test(node.tagName)) walk(node);
        }
      }
    };
    walk(document.body);
    return [...found];
  }, texts);

/**
 * Bytes on the wire, requests under way and requests that wanted to leave, as the browser itself
 * reports them.
 */
interface Wire {
  bytes: number;
  script: number;
  strangers: number;
  underWay: number;
  last: number;
}

async function listen(session: CDPSession, origin: string): Promise<Wire> {
  const wire: Wire = { bytes: 0, script: 0, strangers: 0, underWay: 0, last: performance.now() };
  const kinds = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!/^https?:/.test(request.url)) return;
    if (!kinds.has(requestId)) wire.underWay += 1;
    kinds.set(requestId, '');
    if (!request.url.startsWith(`${origin}/`)) wire.strangers += 1;
  });
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (kinds.has(requestId)) kinds.set(requestId, type);
  });
  const end = (requestId: string, bytes: number): void => {
    const kind = kinds.get(requestId);
    if (kind === undefined) return;
    wire.bytes += bytes;
    if (kind === 'Script') wire.script += bytes;
    wire.underWay -= 1;
    wire.last = performance.now();
    kinds.delete(requestId);
  };
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength),
  );
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0));
  await session.send('Network.enable');
  return wire;
}

/**
 * Seconds that the page has kept its main thread busy since it was opened, in pieces of whatever
 * length.
 */
async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/**
 * Waits until the page shows what it is there for, and has then done next to nothing for a while.
 *
 * @returns what was seen until then
 */
async function settled(page: Page, session: CDPSession, wire: Wire, target: Target): Promise<Seen> {
  const started = performance.now();
  let [calmSince, busy, missing] = [started, 0, target.shows];
  while (performance.now() - started < patience) {
    await new Promise((done) => setTimeout(done, pause));
    const before = busy;
    busy = await busySeconds(session);
    const now = performance.now();
    if (wire.underWay > 0 || (busy - before) * 1000 > pause / 10) calmSince = now;
    if (now - Math.max(calmSince, wire.last) < quiet) continue;
    const seen = await look(page);
    const found = await visible(page, target.shows);
    missing = target.complete
      ? target.shows.filter((text) => !found.includes(text))
      : found.length > 0
        ? []
        : target.shows;
    if (missing.length === 0 && seen.fcp > 0) return seen;
  }
  if (missing.length === 0)
    throw new Fault(`${target.name}: the page did not come to rest within ${patience / 1000} s.`);
  const what = `${target.complete ? '' : 'any of '}“${missing.join('”, “')}”`;
  throw new Fault(
    `${target.name}: within ${patience / 1000} s the page did not show ${what}, so it is no comparison.`,
  );
}

async function measured(
  context: BrowserContext,
  host: string,
  target: Target,
  slowdown: Slowdown,
): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const wire = await listen(session, host);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const answer = await page.goto(host + target.path, { waitUntil: 'load', timeout: patience });
  if (!answer?.ok())
    throw new Fault(
      `${target.name}: ${target.path} answered ${answer?.status()}. Build the site first: npm run build.`,
    );
  const seen = await settled(page, session, wire, target);
  const inline = inlineScripts(await answer.text()).reduce(
    (sum, text) => sum + gzipSync(text, { level: 9 }).length,
    0,
  );
  return {
    bytes: wire.bytes,
    script: wire.script + inline,
    fcp: seen.fcp,
    lcp: seen.lcp,
    tbt: blockingTime(seen.tasks),
    cls: layoutShift(seen.shifts),
    strangers: wire.strangers,
  };
}

/**
 * Loads a page once, with nothing cached, and measures it until it is quiet.
 *
 * @throws {Fault} when it does not come to rest, or does not show what it is compared for
 */
export async function load(
  browser: Browser,
  host: string,
  target: Target,
  slowdown: Slowdown,
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.addInitScript(watch);
    return await measured(context, host, target, slowdown);
  } finally {
    await context.close();
  }
}
