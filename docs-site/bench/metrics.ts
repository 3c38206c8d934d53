/**
 * One load of a page: bytes on the wire, milliseconds since the request was sent, a score of layout
 * shift, and a count.
 */
export interface Load {
  /** Bytes of all answers, headers included. */
  bytes: number;
  /**
   * Bytes of script: files on the wire, and what stands between script tags as if it were gzipped
   * by itself.
   */
  script: number;
  /** First contentful paint. */
  fcp: number;
  /** Largest contentful paint. */
  lcp: number;
  /** Total blocking time until the page is quiet. */
  tbt: number;
  /** Cumulative layout shift. */
  cls: number;
  /** Requests to other origins, all of them refused. */
  strangers: number;
}

export type Measure = keyof Load;

/** What is too short to be felt as blocking, in milliseconds: the limit of the Long Tasks API. */
const felt = 50;

/**
 * What long tasks took beyond 50 ms each, in milliseconds. It counts from the request on, so before
 * the first paint too.
 */
export const blockingTime = (longTasks: readonly number[]): number =>
  longTasks.reduce((sum, duration) => sum + Math.max(0, duration - felt), 0);

export interface Shift {
  /** Milliseconds since the request. */
  at: number;
  value: number;
}

/**
 * Cumulative layout shift as Web Vitals define it: the largest window of shifts less than a second
 * apart and at most five seconds long.
 */
export function layoutShift(shifts: readonly Shift[]): number {
  let [worst, sum, start, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at, value } of shifts) {
    const continues = at - last < 1000 && at - start < 5000;
    if (!continues) start = at;
    sum = continues ? sum + value : value;
    last = at;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** The texts between script tags of a page; data that no engine runs does not count. */
export const inlineScripts = (html: string): string[] =>
  Array.from(html.matchAll(/<script(?<attributes>[^>]*)>(?<text>[\s\S]*?)<\/script>/g))
    .filter(({ groups }) => !/\ssrc=|\stype="application\//.test(groups?.attributes ?? ''))
    .map(({ groups }) => groups?.text ?? '')
    .filter((text) => text !== '');
