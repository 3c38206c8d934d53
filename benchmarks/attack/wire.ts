import { connect, type Socket } from 'node:net';

/**
 * An answer as it came, with header names in lower case; a header that came twice is joined by a
 * comma.
 */
export interface WireAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** What became of some bytes that were sent. */
export interface Heard {
  answers: WireAnswer[];
  /** What came after the last whole answer. */
  rest: string;
  ended: 'answered' | 'closed' | 'silence';
}

export interface Talk {
  /** Stops after so many answers; without it, only once the other side closes. */
  answers?: number;
  /** For how long to wait, in milliseconds; then `ended` is `silence`. */
  patience?: number;
  /** The methods of the requests, in order, because an answer to HEAD has no body. */
  methods?: readonly string[];
}

/**
 * Sends bytes as they are on a connection of their own: `fetch` and `node:http` are too polite for
 * an attack.
 */
export function talk(
  port: number,
  bytes: string | Buffer | readonly (string | Buffer)[],
  { answers = Number.POSITIVE_INFINITY, patience = 10_000, methods = [] }: Talk = {},
): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const reader = new AnswerReader(methods);
    const end = (ended: Heard['ended']): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answers: reader.answers, rest: reader.rest, ended });
    };
    const timer = setTimeout(() => end('silence'), patience);
    socket
      .on('data', (chunk: Buffer) => {
        reader.take(chunk);
        if (reader.answers.length >= answers) end('answered');
      })
      .on('error', () => {})
      .on('close', () => end('closed'));
    for (const piece of Array.isArray(bytes) ? bytes : [bytes]) socket.write(latin1(piece));
  });
}

/** Text stands for bytes here, so that invalid UTF-8 can be written down. */
export const latin1 = (piece: string | Buffer): Buffer =>
  typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;

/**
 * A connection that is kept: one question after the other, opened anew where the other side has
 * closed it.
 */
export class Line {
  readonly #port: number;
  #socket: Socket | undefined;
  #hear: ((chunk: Buffer | undefined) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /**
   * @returns `closed` where the other side hung up without an answer, `silence` where none came in
   * time
   */
  ask(
    bytes: Buffer,
    method: string,
    patience = 10_000,
  ): Promise<WireAnswer | 'closed' | 'silence'> {
    const socket = this.#open();
    const reader = new AnswerReader([method]);
    return new Promise((resolve) => {
      const end = (outcome: WireAnswer | 'closed' | 'silence', isKept = false): void => {
        clearTimeout(timer);
        this.#hear = undefined;
        if (!isKept) this.close();
        resolve(outcome);
      };
      const timer = setTimeout(() => end('silence'), patience);
      this.#hear = (chunk) => {
        if (chunk !== undefined) reader.take(chunk);
        const [answer] = reader.answers;
        if (answer !== undefined) end(answer, !/close/i.test(answer.headers.connection ?? ''));
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
    const gone = (): void => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#hear?.(undefined);
    };
    socket
      .on('data', (chunk: Buffer) => this.#socket === socket && this.#hear?.(chunk))
      .on('error', () => {})
      .on('close', gone);
    this.#socket = socket;
    return socket;
  }
}

/**
 * Takes HTTP/1.1 answers out of a stream of bytes. The mock always says how long an answer is;
 * streams are not read here.
 */
class AnswerReader {
  readonly answers: WireAnswer[] = [];
  readonly #methods: string[];
  #pending = Buffer.alloc(0);

  constructor(methods: readonly string[]) {
    this.#methods = [...methods];
  }

  get rest(): string {
    return this.#pending.toString('latin1');
  }

  take(chunk: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    for (;;) {
      const end = this.#pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [line = '', ...lines] = this.#pending.subarray(0, end).toString('latin1').split('\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
      const headers: Record<string, string> = {};
      for (const one of lines) {
        const [, name = '', value = ''] = /^([^:]+): ?(.*)$/s.exec(one) ?? [];
        const known = headers[name.toLowerCase()];
        headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`;
      }
      const isEmpty =
        status === 304 || status === 204 || status < 200 || this.#methods[0] === 'HEAD';
      const length = isEmpty ? 0 : Number(headers['content-length'] ?? 0);
      if (this.#pending.length < end + 4 + length) return;
      const text = this.#pending.subarray(end + 4, end + 4 + length).toString('utf8');
      this.#pending = this.#pending.subarray(end + 4 + length);
      if (status < 200) continue;
      this.#methods.shift();
      this.answers.push({ status, headers, text });
    }
  }
}
