import { connect, type Socket } from 'node:net';

/** An HTTP response. Header names are in lowercase; repeated headers are joined with a comma. */
export interface RawResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

export interface Exchange {
  responses: RawResponse[];
  /** Why the exchange ended: all expected responses, a closed connection, or a timeout. */
  ended: 'complete' | 'closed' | 'timeout';
}

export interface ExchangeOptions {
  /** Number of responses to wait for. Default: wait until the connection closes. */
  responses?: number;
  /** Timeout of the exchange in milliseconds. Default: 10,000. */
  timeoutMs?: number;
  /** Request methods in order; a response to HEAD has no body. */
  methods?: readonly string[];
}

/** Sends bytes unchanged on a new connection. `fetch` and `node:http` reject invalid requests. */
export function exchange(
  port: number,
  chunks: readonly (string | Buffer)[],
  { responses = Number.POSITIVE_INFINITY, timeoutMs = 10_000, methods = [] }: ExchangeOptions = {},
): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const parser = new ResponseParser(methods);
    const end = (ended: Exchange['ended']): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ responses: parser.responses, ended });
    };
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    socket
      .on('data', (chunk: Buffer) => {
        parser.add(chunk);
        if (parser.responses.length >= responses) end('complete');
      })
      .on('error', () => {})
      .on('close', () => end('closed'));
    for (const chunk of chunks) socket.write(toBytes(chunk));
  });
}

/** Encodes a string as Latin-1, so that a string can contain any byte. */
export const toBytes = (chunk: string | Buffer): Buffer =>
  typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk;

/** A keep-alive connection that sends one request at a time and reconnects after a close. */
export class KeepAliveConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #onData: ((chunk: Buffer | undefined) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends one request. Returns the response, or why there is none. */
  send(
    bytes: Buffer,
    method: string,
    timeoutMs = 10_000,
  ): Promise<RawResponse | 'closed' | 'timeout'> {
    const socket = this.#open();
    const parser = new ResponseParser([method]);
    return new Promise((resolve) => {
      const end = (result: RawResponse | 'closed' | 'timeout', keepAlive = false): void => {
        clearTimeout(timer);
        this.#onData = undefined;
        if (!keepAlive) this.close();
        resolve(result);
      };
      const timer = setTimeout(() => end('timeout'), timeoutMs);
      this.#onData = (chunk) => {
        if (chunk !== undefined) parser.add(chunk);
        const [response] = parser.responses;
        if (response !== undefined)
          end(response, !/close/i.test(response.headers.connection ?? ''));
        else if (chunk === undefined) end('closed');
      };
      socket.write(bytes);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket;
    const socket = connect(this.#port, '127.0.0.1');
    this.#socket = socket;
    socket
      .on('data', (chunk: Buffer) => this.#socket === socket && this.#onData?.(chunk))
      .on('error', () => {})
      .on('close', () => {
        if (this.#socket !== socket) return;
        this.#socket = undefined;
        this.#onData?.(undefined);
      });
    return socket;
  }
}

/** Parses HTTP/1.1 responses that have a `Content-Length` or no body. */
class ResponseParser {
  readonly responses: RawResponse[] = [];
  readonly #methods: string[];
  #pending = Buffer.alloc(0);

  constructor(methods: readonly string[]) {
    this.#methods = [...methods];
  }

  add(chunk: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    for (;;) {
      const end = this.#pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [line = '', ...lines] = this.#pending.subarray(0, end).toString('latin1').split('\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
      const headers: Record<string, string> = {};
      for (const header of lines) {
        const [, name = '', value = ''] = /^([^:]+): ?(.*)$/s.exec(header) ?? [];
        const key = name.toLowerCase();
        headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
      }
      const hasNoBody =
        status === 304 || status === 204 || status < 200 || this.#methods[0] === 'HEAD';
      const length = hasNoBody ? 0 : Number(headers['content-length'] ?? 0);
      if (this.#pending.length < end + 4 + length) return;
      const text = this.#pending.subarray(end + 4, end + 4 + length).toString('utf8');
      this.#pending = this.#pending.subarray(end + 4 + length);
      if (status < 200) continue;
      this.#methods.shift();
      this.responses.push({ status, headers, text });
    }
  }
}
