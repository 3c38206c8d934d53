import autocannon from 'autocannon';
import { quantile } from '../../../tools/statistics.ts';

/** A request that is sent again and again. */
export interface Shot {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Gives each request an `Idempotency-Key` of its own. */
  keyed?: boolean;
}

/** What a load came to. */
export interface Load {
  /** How many requests were answered. */
  count: number;
  /** Requests answered in a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

let keys = 0;

/**
 * Sends a request as fast as answers come, on so many connections, for so many seconds or until so
 * many are answered.
 *
 * @throws {Error} when one of the answers is no success: a refusal is quicker than an answer, and
 * must not be counted as one
 */
export async function load(
  { url, method, headers, body, keyed = false }: Shot,
  connections: number,
  howLong: { duration: number } | { amount: number },
): Promise<Load> {
  const times: number[] = [];
  const begun = performance.now();
  const whole: autocannon.Options = {
    url,
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
    connections,
    ...howLong,
    timeout: 60,
    ...(keyed && {
      requests: [
        {
          setupRequest: (request) => ({
            ...request,
            headers: {
              ...(request.headers as Record<string, string>),
              'idempotency-key': `bench-${process.pid}-${++keys}`,
            },
          }),
        },
      ],
    }),
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(whole, (error, end) => (error ? reject(error) : resolve(end)));
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  if (result.non2xx > 0 || result.errors > 0 || times.length === 0) {
    const codes = Object.keys(
      (result as unknown as { statusCodeStats?: Record<string, unknown> }).statusCodeStats ?? {},
    );
    throw new Error(
      `${method} ${url}: ${result.non2xx} refusals, ${result.errors} errors among ${times.length} answers (${codes.join(', ')}).`,
    );
  }
  return {
    count: times.length,
    rate: times.length / ((performance.now() - begun) / 1000),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}

/**
 * Sends a request once, and looks at the answer.
 *
 * @throws {Error} when it is no success, or its content is not what was expected
 */
export async function probe(
  { url, method, headers, body, keyed = false }: Shot,
  isRight: (answer: unknown) => boolean,
): Promise<void> {
  const response = await fetch(url, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(keyed && { 'idempotency-key': `probe-${process.pid}-${++keys}` }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (response.status < 200 || response.status > 299)
    throw new Error(`${method} ${url} is answered with ${response.status}: ${text.slice(0, 200)}`);
  if (!isRight(JSON.parse(text)))
    throw new Error(
      `${method} ${url} is answered with something else than expected: ${text.slice(0, 200)}`,
    );
}
