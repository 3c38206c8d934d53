// Platform types if the project of the user has them (DOM or Node.js). Without them, minimal types
// with the members that the client uses.

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

/** `fetch` of the platform, or a compatible function. */
export type PlatformFetch = typeof globalThis extends { fetch: infer Fetch }
  ? Fetch
  : (input: never, init?: never) => Promise<PlatformResponse>;
