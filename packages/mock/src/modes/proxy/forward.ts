import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { passedOn } from './headers.ts';

/** An answer as it came from upstream: nothing unpacked, no redirect followed. */
export interface UpstreamAnswer {
  status: number;
  /** Those that go on to the caller. */
  passed: Record<string, string | string[]>;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  bytes: Buffer;
  milliseconds: number;
}

/**
 * There is no answer, or none that is complete; the message says why, and may follow the words `The
 * upstream …`.
 */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Larger answers are not passed on: they are kept whole until they have been judged. */
export const maxBytes = 64 * 1024 * 1024;

/**
 * Sends a request on as it came. Node's own client and not `fetch`: that one unpacks answers, adds
 * headers and refuses a GET with a body.
 *
 * @param upstream the base address
 * @param target path and query below it, neither tidied up nor encoded anew
 * @param body `undefined` where the request has none
 * @param stopped cuts it off
 * @throws {NoAnswer}
 */
export function forward(
  message: IncomingMessage,
  upstream: string,
  target: string,
  body: Buffer | undefined,
  timeoutSeconds: number,
  stopped: AbortSignal,
): Promise<UpstreamAnswer> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', cutOff);
      outgoing.destroy();
      finish();
    };
    const fail = (why: string): void => settle(() => reject(new NoAnswer(why)));
    const headers = passedOn(message.rawHeaders, ['host', 'expect']);
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
      (answer) => {
        const chunks: Buffer[] = [];
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxBytes)
            fail(`answered with more than ${maxBytes} bytes; so much is not passed on`);
          else chunks.push(chunk);
        });
        answer.on('end', () =>
          settle(() =>
            resolve({
              status: answer.statusCode ?? 0,
              passed: passedOn(answer.rawHeaders),
              headers: answer.headers,
              bytes: Buffer.concat(chunks, size),
              milliseconds: performance.now() - started,
            }),
          ),
        );
        answer.on('error', () => fail('broke its answer off in the middle'));
      },
    );
    const cutOff = (): void => fail('was still asked when the proxy ended');
    const timer = setTimeout(
      () => fail(`did not answer within ${timeoutSeconds} seconds`),
      timeoutSeconds * 1000,
    );
    stopped.addEventListener('abort', cutOff);
    outgoing.on('error', (error: NodeJS.ErrnoException) => fail(whyNot(error)));
    outgoing.end(body);
  });
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'is not there (ECONNREFUSED): nothing listens at its address';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `is not there (${code}): its name is not known`;
    case 'ECONNRESET':
    case 'EPIPE':
      return 'closed the connection without an answer';
    default:
      return `cannot be reached (${code ?? message})`;
  }
}
