import { MiddlewareFailure } from './failures.js';
import type { FetchInit, PlatformRequest, PlatformResponse } from './platform.js';
import type { AttemptInfo, Sender } from './transport.js';

// biome-ignore lint/suspicious/noConfusingVoidType: a function can return nothing.
type Optional<T> = T | undefined | void;
type Awaitable<T> = Optional<T> | Promise<Optional<T>>;

/** Argument of each function of a {@link Middleware}. */
export interface MiddlewareContext extends AttemptInfo {
  /** The request, including the changes of earlier middleware. It contains the token. */
  request: PlatformRequest;
}

/**
 * Functions that run for each attempt of each call. `onRequest` functions run in the order of the
 * arguments of `use`; `onResponse` and `onError` functions run in reverse order. If a function
 * throws, the call rejects with a `LocalError`.
 */
export interface Middleware {
  /**
   * Called before a request is sent. Return a `Request` to send it instead, or a `Response` to use
   * it without sending a request.
   */
  onRequest?(context: MiddlewareContext): Awaitable<PlatformRequest | PlatformResponse>;
  /** Called with each response. Return a `Response` to replace it. */
  onResponse?(
    context: MiddlewareContext & { response: PlatformResponse },
  ): Awaitable<PlatformResponse>;
  /**
   * Called if no response was received. Return a `Response` to continue with it, or an `Error` to
   * replace `error`.
   */
  onError?(context: MiddlewareContext & { error: unknown }): Awaitable<PlatformResponse | Error>;
}

/**
 * Creates the `middleware` option of a client.
 *
 * @example
 * const lastmile = createLastmileClient({
 *   partnerName: 'acme',
 *   middleware: use({ onRequest: ({ request }) => request.headers.set('X-Trace', traceId()) }),
 * });
 */
export const use =
  (...middleware: readonly Middleware[]) =>
  (send: Sender): Sender =>
  async (url, init, info) => {
    const original = new Request(url, init as RequestInit);
    const reversed = [...middleware].reverse();
    let request = original;
    let response: Response | undefined;
    for (const one of middleware) {
      const returned = await guarded(() => one.onRequest?.({ request, ...info }));
      if (isResponse(returned)) response = returned;
      else if (returned) request = returned as Request;
      if (response) break;
    }
    try {
      response ??= (await send(
        request.url,
        await initOf(request, original, init),
        info,
      )) as Response;
    } catch (thrown) {
      let error = thrown;
      for (const one of reversed) {
        const returned = await guarded(() => one.onError?.({ request, error, ...info }));
        if (isResponse(returned)) response = returned;
        if (response) break;
        error = returned ?? error;
      }
      if (!response) throw error;
    }
    for (const one of reversed) {
      const current: Response = response;
      const returned = await guarded(() =>
        one.onResponse?.({ request, response: current, ...info }),
      );
      response = (returned as Response | undefined) ?? current;
    }
    return response;
  };

async function guarded(step: () => unknown): Promise<unknown> {
  try {
    return await step();
  } catch (cause) {
    throw new MiddlewareFailure(cause);
  }
}

/**
 * Returns the `init` of a request. Only a `Request` that middleware returns can change the body.
 */
const initOf = async (
  request: Request,
  original: Request,
  init: FetchInit,
): Promise<FetchInit> => ({
  ...init,
  method: request.method,
  headers: Object.fromEntries(request.headers),
  body: request === original ? init.body : (await request.clone().text()) || null,
});

/**
 * Reports whether a value is a response. Does not use `instanceof`, because the responses of other
 * `fetch` functions, such as `fetch` of undici, are not instances of the global `Response`.
 */
const isResponse = (value: unknown): value is Response =>
  typeof (value as Response | undefined)?.status === 'number';
