import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { forwardedHeaders } from '../../http/forwarded-headers.ts';

/** A response from the upstream, not decompressed. Redirects are not followed. */
export interface UpstreamResponse {
  status: number;
  /** The headers that are sent to the client. */
  forwarded: Record<string, string | string[]>;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  bytes: Buffer;
  milliseconds: number;
}

/** Signals that the upstream sent no complete response. The message completes `The upstream …`. */
export class UpstreamError extends Error {
  override name = 'UpstreamError';
}

/** Maximum size of a body, in bytes: the proxy buffers bodies to check them. */
export const maxBytes = 64 * 1024 * 1024;

/**
 * Forwards a request unchanged, except for `Host`, `Expect` and hop-by-hop headers. Does not use
 * `fetch`, which decompresses responses, adds headers and rejects a GET with a body.
 *
 * @param upstream the base URL
 * @param target path and query relative to the base URL, neither normalized nor encoded again
 * @param body `undefined` if the request has none
 * @param signal aborts the request
 * @throws {UpstreamError} if the upstream sends no complete response
 */
export function forward(
  message: IncomingMessage,
  upstream: string,
  target: string,
  body: Buffer | undefined,
  timeoutSeconds: number,
  signal: AbortSignal,
): Promise<UpstreamResponse> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      outgoing.destroy();
      finish();
    };
    const fail = (reason: string): void => settle(() => reject(new UpstreamError(reason)));
    const headers = forwardedHeaders(message.rawHeaders, ['host', 'expect']);
    const { protocol, hostname, port, pathname } = new URL(upstream);
    const outgoing = (protocol === 'https:' ? requestHttps : requestHttp)(
      {
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        path: `${pathname.replace(/\/$/, '')}${target}` || '/',
        method: message.method,
        headers: { ...headers, ...(body !== undefined && { 'Content-Length': body.length }) },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes) fail(`returned more than ${maxBytes} bytes, the limit of the proxy`);
          else chunks.push(chunk);
        });
        response.on('end', () =>
          settle(() =>
            resolve({
              status: response.statusCode ?? 0,
              forwarded: forwardedHeaders(response.rawHeaders),
              headers: response.headers,
              bytes: Buffer.concat(chunks, size),
              milliseconds: performance.now() - started,
            }),
          ),
        );
        response.on('error', () => fail('closed the connection during the response'));
      },
    );
    const abort = (): void => fail('had not responded when the proxy stopped');
    const timer = setTimeout(
      () => fail(`did not respond within ${timeoutSeconds} s`),
      timeoutSeconds * 1000,
    );
    signal.addEventListener('abort', abort);
    outgoing.on('error', (error: NodeJS.ErrnoException) => fail(errorText(error)));
    outgoing.end(body);
  });
}

function errorText({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'is not reachable (ECONNREFUSED): no server listens on its address';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `is not reachable (${code}): its name cannot be resolved`;
    case 'ECONNRESET':
    case 'EPIPE':
      return 'closed the connection without a response';
    default:
      return `is not reachable (${code ?? message})`;
  }
}
