import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { guardedLookup, hostOf, isLinkLocal, LinkLocalTarget } from './link-local.ts';

/** What a receiver answered, or why there was no answer. */
export interface Receipt {
  status: number | undefined;
  headers: Record<string, string>;
  /**
   * The beginning of the answer's body; the sandbox does not need it, people looking for a fault
   * do.
   */
  body: string;
  error: string | undefined;
  milliseconds: number;
}

const kept = 2_000;

const look = guardedLookup();

/**
 * Posts one event: nothing to link-local addresses, no redirects, one time-out from beginning to
 * end, and of the answer only the first bytes.
 * It never throws.
 *
 * @param signal cuts it off
 */
export function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  timeoutSeconds: number,
  signal?: AbortSignal,
): Promise<Receipt> {
  const started = performance.now();
  const host = hostOf(url);
  if (isLinkLocal(host)) {
    return Promise.resolve({
      status: undefined,
      headers: {},
      body: '',
      error: new LinkLocalTarget(host).message,
      milliseconds: 0,
    });
  }
  return new Promise((resolve) => {
    const done = (part: Partial<Receipt>): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cutOff);
      request.destroy();
      resolve({
        status: undefined,
        headers: {},
        body: '',
        error: undefined,
        ...part,
        milliseconds: Math.round(performance.now() - started),
      });
    };
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const request = send(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        lookup: look,
      },
      (answer) => {
        const flat = Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
        );
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString('utf8');
          if (text.length >= kept)
            done({ status: answer.statusCode, headers: flat, body: text.slice(0, kept) });
        });
        answer.on('end', () => done({ status: answer.statusCode, headers: flat, body: text }));
        answer.on('error', (error) => done({ error: error.message }));
      },
    );
    const timer = setTimeout(
      () => done({ error: `no answer within ${timeoutSeconds} seconds` }),
      timeoutSeconds * 1000,
    );
    timer.unref();
    const cutOff = (): void => done({ error: 'cut off, because the sandbox ended' });
    signal?.addEventListener('abort', cutOff);
    request.on('error', (error: NodeJS.ErrnoException) =>
      done({ error: error.code ?? error.message }),
    );
    request.end(body);
  });
}
