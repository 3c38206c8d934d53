// The platform's own types where the user's project has them (DOM or Node), and just what we use of
// them where it has neither.

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

/** `fetch` of the platform, or anything that behaves like it. */
export type PlatformFetch = typeof globalThis extends { fetch: infer Fetch }
  ? Fetch
  : (input: never, init?: never) => Promise<PlatformResponse>;
