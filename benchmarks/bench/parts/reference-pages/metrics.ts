/** Metrics of one page load. Times are in milliseconds; paint times count from the navigation. */
export interface PageLoad {
  /** Bytes of all responses, with headers. */
  bytes: number;
  /** Bytes of scripts: transferred files, and inline scripts as if compressed separately. */
  script: number;
  /** First contentful paint. */
  fcp: number;
  /** Largest contentful paint. */
  lcp: number;
  /** Total blocking time until the page is idle. */
  tbt: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Number of requests to other origins. All of these requests fail. */
  externalRequests: number;
}

export type PageMetric = keyof PageLoad;

/** Minimum duration of a long task in milliseconds, as in the Long Tasks API. */
const longTaskMs = 50;

/**
 * Returns the total blocking time: the time of long tasks beyond 50 ms each. It includes tasks
 * before the first paint.
 */
export const blockingTime = (longTasks: readonly number[]): number =>
  longTasks.reduce((sum, duration) => sum + Math.max(0, duration - longTaskMs), 0);

export interface LayoutShift {
  /** Milliseconds since the navigation. */
  at: number;
  value: number;
}

/**
 * Returns the cumulative layout shift as defined by Web Vitals: the largest session window, with
 * less than a second between shifts and less than five seconds in total.
 */
export function cumulativeLayoutShift(shifts: readonly LayoutShift[]): number {
  let [largest, sum, start, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at, value } of shifts) {
    const isSameWindow = at - last < 1000 && at - start < 5000;
    if (!isSameWindow) start = at;
    sum = isSameWindow ? sum + value : value;
    last = at;
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** Returns the inline scripts of a page, without data blocks. */
export const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g)]
    .filter(({ groups }) => !/\ssrc=|\stype="application\//.test(groups?.attributes ?? ''))
    .map(({ groups }) => groups?.text ?? '')
    .filter((text) => text !== '');
