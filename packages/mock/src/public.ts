/** The interfaces that the mock serves. */
export type InterfaceName = 'lastmile' | 'marketplace';

/** How answers come about. `examples`: each valid request is answered with an example of the contract; nothing is remembered. */
export type Mode = 'examples';

/** What {@link startMock} takes. */
export interface MockOptions {
  /** The port; 0, the default, takes any free one. */
  port?: number;
  /** The name or address to listen on; `127.0.0.1` unless told otherwise, so that nobody else can reach it. */
  host?: string;
  mode?: Mode;
  /** The interfaces to serve; both unless told otherwise. A path of one that is not served is 404. */
  interfaces?: readonly InterfaceName[];
  /** Is called once for each answered request, with a line for people and the same as data. */
  log?: (line: string, exchange: Exchange) => void;
  /** Milliseconds since 1970, for the times in the log; `Date.now` unless told otherwise. */
  clock?: () => number;
  /** A number from 0 up to, but not including, 1, for request ids; truly random unless told otherwise. */
  random?: () => number;
}

/** A running mock. */
export interface Mock {
  /** Where it listens, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /** The base address of the lastmile interface: the `baseUrl` of a client. */
  readonly lastmile: string;
  /** The base address of the marketplace interface: the `baseUrl` of a client. */
  readonly marketplace: string;
  readonly port: number;
  readonly mode: Mode;
  /** Ends it: closes the port and all connections. May be called more than once. */
  stop(): Promise<void>;
}

/** One request, and what became of it. */
export interface Exchange {
  /** When it arrived, in UTC with milliseconds. */
  readonly at: string;
  readonly requestId: string;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** `undefined` outside both interfaces. */
  readonly interface: InterfaceName | undefined;
  /** The operationId; `undefined` where no operation was met. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  /** The `code` of the problem that was answered. */
  readonly code: string | undefined;
  /** What was wrong with the request, each with its place. */
  readonly findings: readonly string[];
}

/** A mock that cannot start, in one line that says why and what to do. `code` is that of the system, where it had one (`EADDRINUSE`). */
export class MockError extends Error {
  override name = 'MockError';
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Starts a server of its own that answers both interfaces from their contracts. Any number may run side by side; none knows of another.
 *
 * @throws {MockError} when an option makes no sense, the port is taken, or the contracts have not been built
 */
export declare function startMock(options?: MockOptions): Promise<Mock>;
