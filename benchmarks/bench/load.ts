import autocannon from 'autocannon';
import { processorTime } from '../shared/processes.ts';
import { quantile } from '../shared/statistics.ts';

/** Placeholder in a header or body, replaced by a different ID in each request. */
export const uniqueId = '[<id>]';

export interface LoadRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

export interface LoadResult {
  /** Responses per second. */
  rate: number;
  /** Median latency in milliseconds. */
  p50: number;
  /** 99th percentile of the latency in milliseconds. */
  p99: number;
  /** CPU time of the server per response in milliseconds; `undefined` if it is unknown. */
  processor: number | undefined;
}

/**
 * Sends a request repeatedly on several connections. Each connection sends its next request after a
 * response.
 *
 * @param length duration in seconds, or number of requests
 * @param pid process ID of the server
 * @throws {Error} if a request fails or its response is not 2xx. Error responses are faster and
 * distort the rate.
 */
export async function generateLoad(
  { url, method, headers, body }: LoadRequest,
  connections: number,
  length: { duration: number } | { amount: number },
  pid: number,
): Promise<LoadResult> {
  const options: autocannon.Options = {
    url,
    method,
    headers,
    connections,
    ...length,
    ...(body !== undefined && { body }),
    idReplacement: `${JSON.stringify(headers)}${body}`.includes(uniqueId),
    timeout: 60,
  };
  const latencies: number[] = [];
  const processorBefore = processorTime(pid);
  const start = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(options, (error, end) => (error ? reject(error) : resolve(end)));
    run.on('response', (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  });
  const seconds = (performance.now() - start) / 1000;
  const processorAfter = processorTime(pid);
  const count = latencies.length;
  if (result.non2xx > 0 || result.errors > 0 || count === 0) {
    const statuses = Object.keys(
      (result as unknown as { statusCodeStats?: object }).statusCodeStats ?? {},
    );
    const failures = `${result.non2xx} error responses and ${result.errors} connection errors`;
    throw new Error(`${method} ${url}: ${failures} in ${count} responses (${statuses.join(', ')})`);
  }
  return {
    rate: count / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    processor:
      processorBefore === undefined || processorAfter === undefined
        ? undefined
        : ((processorAfter - processorBefore) * 1000) / count,
  };
}

let requestCount = 0;

/**
 * Sends a request once and checks the response.
 *
 * @throws {Error} if the response is not successful or its body is not valid
 */
export async function checkRequest(
  { url, method, headers, body }: LoadRequest,
  isValid: (response: Record<string, unknown>) => boolean,
): Promise<void> {
  const id = `check-${process.pid}-${++requestCount}`;
  const fill = (text: string): string => text.replaceAll(uniqueId, id);
  const response = await fetch(url, {
    method,
    headers: JSON.parse(fill(JSON.stringify(headers))),
    ...(body !== undefined && { body: fill(body) }),
  });
  const text = await response.text();
  if (!response.ok || !isValid(JSON.parse(text)))
    throw new Error(
      `${method} ${url} returned an unexpected ${response.status}: ${text.slice(0, 200)}`,
    );
}
