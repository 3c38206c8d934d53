import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import {
  blockingTime,
  cumulativeLayoutShift,
  inlineScripts,
  type LayoutShift,
  type PageLoad,
} from './metrics.ts';

/** A page to load. */
export interface PageTarget {
  name: string;
  /** Path on the host. */
  path: string;
  /** Texts of the page. At least one must be visible, so that an empty page is not measured. */
  texts: readonly string[];
  /** Whether all texts must be visible. */
  requiresAllTexts?: boolean;
}

/** Milliseconds without activity after which a page is idle. */
const idleMs = 1000;
const pollMs = 200;
const timeoutMs = 60_000;

interface Observed {
  fcp: number;
  lcp: number;
  longTasks: number[];
  shifts: LayoutShift[];
}

/** Records performance entries. Runs in the page, before its scripts. */
function observePerformance(): void {
  const observed: Observed = { fcp: Number.NaN, lcp: Number.NaN, longTasks: [], shifts: [] };
  const observe = (type: string, add: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({
      type,
      buffered: true,
    });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observed.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    observed.lcp = startTime;
  });
  observe('longtask', ({ duration }) => observed.longTasks.push(duration));
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) observed.shifts.push({ at: shift.startTime, value: shift.value });
  });
  Object.assign(window, { observed });
}

const readObserved = (page: Page): Promise<Observed> =>
  page.evaluate(() => (window as unknown as { observed: Observed }).observed);

/** Returns which of the texts are visible, also in shadow trees. */
const visibleTexts = (page: Page, texts: readonly string[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const found = new Set<string>();
    const visit = (root: Node): void => {
      for (const node of root.childNodes) {
        if (!(node instanceof Element)) continue;
        if (node.shadowRoot) visit(node.shadowRoot);
        const text = node.textContent ?? '';
        const isInnermost = ![...node.children].some((child) => child.textContent === text);
        const isVisible = () => node.checkVisibility() && node.getBoundingClientRect().height > 0;
        if (isInnermost && text.length < 500 && isVisible())
          for (const one of wanted) if (text.includes(one)) found.add(one);
        if (!/^(?:SCRIPT|STYLE|TEMPLATE)$/.test(node.tagName)) visit(node);
      }
    };
    visit(document.body);
    return [...found];
  }, texts);

interface NetworkActivity {
  bytes: number;
  script: number;
  externalRequests: number;
  pending: number;
  /** End of the last response, as a value of `performance.now()`. */
  last: number;
}

async function recordNetwork(session: CDPSession, origin: string): Promise<NetworkActivity> {
  const start = performance.now();
  const network = { bytes: 0, script: 0, externalRequests: 0, pending: 0, last: start };
  const types = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!/^https?:/.test(request.url)) return;
    if (!types.has(requestId)) network.pending += 1;
    types.set(requestId, '');
    if (!request.url.startsWith(`${origin}/`)) network.externalRequests += 1;
  });
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (types.has(requestId)) types.set(requestId, type);
  });
  const finish = (requestId: string, bytes: number): void => {
    const type = types.get(requestId);
    if (type === undefined) return;
    network.bytes += bytes;
    if (type === 'Script') network.script += bytes;
    network.pending -= 1;
    network.last = performance.now();
    types.delete(requestId);
  };
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    finish(requestId, encodedDataLength),
  );
  session.on('Network.loadingFailed', ({ requestId }) => finish(requestId, 0));
  await session.send('Network.enable');
  return network;
}

/** Returns the time that the main thread was busy since the page opened, in seconds. */
async function mainThreadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/**
 * Waits until the page shows the expected texts and is idle.
 *
 * @throws {Error} if that takes more than a minute
 */
async function waitUntilIdle(
  page: Page,
  session: CDPSession,
  network: NetworkActivity,
  { name, texts, requiresAllTexts = false }: PageTarget,
): Promise<Observed> {
  const start = performance.now();
  let [idleSince, busy, missing] = [start, 0, texts];
  while (performance.now() - start < timeoutMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const before = busy;
    busy = await mainThreadSeconds(session);
    const now = performance.now();
    if (network.pending > 0 || (busy - before) * 1000 > pollMs / 10) idleSince = now;
    if (now - Math.max(idleSince, network.last) < idleMs) continue;
    const observed = await readObserved(page);
    const found = await visibleTexts(page, texts);
    const isComplete = requiresAllTexts ? found.length === texts.length : found.length > 0;
    missing = isComplete ? [] : texts.filter((text) => !found.includes(text));
    if (isComplete && observed.fcp > 0) return observed;
  }
  const seconds = timeoutMs / 1000;
  if (missing.length === 0)
    throw new Error(`${name}: the page was not idle within ${seconds} seconds.`);
  const quoted = missing.map((text) => `"${text}"`).join(', ');
  throw new Error(
    `${name}: within ${seconds} seconds, the page was never idle with ${requiresAllTexts ? '' : 'any of '}${quoted} visible.`,
  );
}

async function measureLoad(
  context: BrowserContext,
  origin: string,
  target: PageTarget,
  slowdown: number,
): Promise<PageLoad> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const network = await recordNetwork(session, origin);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const response = await page.goto(origin + target.path, { waitUntil: 'load', timeout: timeoutMs });
  if (!response?.ok())
    throw new Error(`${target.name}: ${target.path} returned ${response?.status()}.`);
  const { fcp, lcp, longTasks, shifts } = await waitUntilIdle(page, session, network, target);
  const inlineBytes = inlineScripts(await response.text()).map(
    (text) => gzipSync(text, { level: 9 }).length,
  );
  return {
    bytes: network.bytes,
    script: inlineBytes.reduce((sum, bytes) => sum + bytes, network.script),
    fcp,
    lcp,
    tbt: blockingTime(longTasks),
    cls: cumulativeLayoutShift(shifts),
    externalRequests: network.externalRequests,
  };
}

/**
 * Loads a page with an empty cache, and measures the load until the page is idle.
 *
 * @param slowdown factor by which the processor of the page is slower than this machine
 * @throws {Error} if the page returns an error, does not become idle, or lacks the expected texts
 */
export async function loadPage(
  browser: Browser,
  origin: string,
  target: PageTarget,
  slowdown: number,
): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.addInitScript(observePerformance);
    return await measureLoad(context, origin, target, slowdown);
  } finally {
    await context.close();
  }
}
