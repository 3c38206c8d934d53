// `PlatformResponse`, `PlatformRequest` and `PlatformSignal` are the types of the platform if the
// user's project includes them (DOM or Node.js). Otherwise, they are minimal types with the members
// that the client uses.

type Global<Name extends string, Fallback> =
  typeof globalThis extends Record<Name, { prototype: infer Instance }> ? Instance : Fallback;

/** `Response` of the platform. */
export type PlatformResponse = Global<
  'Response',
  {
    readonly ok: boolean;
    readonly status: number;
    readonly headers: { get(name: string): string | null };
  }
>;

/** `Request` of the platform. */
export type PlatformRequest = Global<
  'Request',
  {
    readonly method: string;
    readonly url: string;
    readonly headers: {
      get(name: string): string | null;
      set(name: string, value: string): void;
    };
  }
>;

/** `AbortSignal` of the platform. */
export type PlatformSignal = Global<
  'AbortSignal',
  {
    readonly aborted: boolean;
    readonly reason: unknown;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
  }
>;

/** The members of `RequestInit` that the client sets. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  /** JSON; `null` for a request without a body. */
  body: string | null;
  signal: PlatformSignal;
  redirect: 'manual';
}

/** The members of a response that the client reads. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/**
 * A function that sends one request: `fetch` of the platform, `fetch` of undici, or your own. It
 * always receives the URL as a string.
 */
export type PlatformFetch = (url: string, init: FetchInit) => Promise<FetchResponse>;
