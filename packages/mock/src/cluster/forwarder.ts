import { timingSafeEqual } from 'node:crypto';
import {
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { ProblemError } from '@delivery-api/sandbox';
import { forwardedHeaders } from '../http/forwarded-headers.ts';

/** The request header with the secret that all replicas share. Only forwarded requests have it. */
export const secretHeader = 'delivery-mock-secret';

const connectTimeoutMs = 1_000;
/**
 * Maximum time without data from the owner, in milliseconds. A forwarded request fails if an
 * injected latency is longer.
 */
const idleTimeoutMs = 120_000;

/** Forwards requests to the replica that owns their workspace. */
export class Forwarder {
  readonly #secret: string;
  readonly #agents = {
    http: new HttpAgent({ keepAlive: true, maxSockets: 256 }),
    https: new HttpsAgent({ keepAlive: true, maxSockets: 256 }),
  };

  /** @param secret the secret that all replicas share; visible ASCII characters */
  constructor(secret: string) {
    this.#secret = secret;
  }

  /**
   * Returns whether another replica has forwarded a request.
   *
   * @throws {ProblemError} `invalid_parameter` if the request contains a wrong secret
   */
  isForwarded({ headers }: IncomingMessage): boolean {
    const sent = headers[secretHeader];
    if (sent === undefined) return false;
    const [bytes, secret] = [Buffer.from(String(sent)), Buffer.from(this.#secret)];
    if (bytes.length === secret.length && timingSafeEqual(bytes, secret)) return true;
    const message = 'is not the secret of this replica; start all replicas with the same secret';
    throw new ProblemError('invalid_parameter', `The ${secretHeader} header ${message}.`, {
      errors: [{ header: secretHeader, code: 'not_allowed', message }],
    });
  }

  /**
   * Forwards a request to the owner and sends the response to the client.
   *
   * @param owner the base URL of the owner
   * @returns the status; `undefined` if the owner cannot be reached. In this case, the body has not
   * been read, and the request can still be handled.
   * @throws {ProblemError} `service_unavailable` if the owner fails after the connection is open
   * and before it responds
   */
  forward(
    owner: string,
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<number | undefined> {
    const { protocol, hostname, port } = new URL(owner);
    const isHttps = protocol === 'https:';
    return new Promise((resolve, reject) => {
      let isConnected = false;
      const outgoing = (isHttps ? requestHttps : requestHttp)({
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method: message.method,
        path: message.url,
        headers: {
          ...forwardedHeaders(message.rawHeaders, ['expect', secretHeader]),
          ...bodyHeaders(message),
          [secretHeader]: this.#secret,
        },
        agent: this.#agents[isHttps ? 'https' : 'http'],
      });
      const timer = setTimeout(() => outgoing.destroy(new Error('timeout')), connectTimeoutMs);
      const fail = (): void => {
        clearTimeout(timer);
        if (!isConnected) resolve(undefined);
        else if (!response.headersSent) reject(ownerFailed());
        else {
          response.destroy();
          resolve(response.statusCode);
        }
      };
      const send = (): void => {
        isConnected = true;
        clearTimeout(timer);
        outgoing.setTimeout(idleTimeoutMs, () => outgoing.destroy(new Error('timeout')));
        if (/^100-continue$/i.test(message.headers.expect ?? '')) response.writeContinue();
        message.pipe(outgoing);
      };
      outgoing.on('socket', (socket) => {
        if (socket.connecting) socket.once(isHttps ? 'secureConnect' : 'connect', send);
        else send();
      });
      outgoing.on('error', fail);
      response.on('close', () => {
        if (!response.writableFinished) outgoing.destroy();
        if (response.headersSent) resolve(response.statusCode);
        else fail();
      });
      outgoing.on('response', (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, {
          ...forwardedHeaders(incoming.rawHeaders),
          ...bodyHeaders(incoming),
        });
        response.flushHeaders();
        incoming.on('error', fail);
        incoming.pipe(response);
      });
    });
  }

  /** Closes the connections to other replicas. */
  stop(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }
}

/** Returns the header that delimits the body of a message; `forwardedHeaders` omits it. */
function bodyHeaders({ headers }: IncomingMessage): Record<string, string> {
  const length = headers['content-length'];
  if (length !== undefined) return { 'Content-Length': length };
  return headers['transfer-encoding'] === undefined ? {} : { 'Transfer-Encoding': 'chunked' };
}

const ownerFailed = (): ProblemError =>
  new ProblemError(
    'service_unavailable',
    'The replica of this workspace stopped during the request, which may have taken effect. Retry with the same Idempotency-Key.',
    { headers: { 'Retry-After': '1' } },
  );
