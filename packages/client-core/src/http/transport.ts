import { defaultPathSerializer, mergeHeaders, removeTrailingSlash } from 'openapi-fetch';
import type { PlatformFetch, PlatformResponse } from './platform.js';

/** One HTTP request, ready to be sent. */
export interface TransportRequest {
  method: string;
  /** The path template of the contract. */
  path: string;
  pathParameters: Record<string, string>;
  /** The caller's headers, then ours; of the same name, in whatever case, the later one counts. */
  headers: readonly Record<string, string>[];
  /** JSON, written once, so that every attempt sends the same bytes. */
  body: string | undefined;
  signal: AbortSignal;
}

/**
 * What came back. `error` is the body of an answer that is not a success: parsed where it is JSON,
 * else its text.
 */
export interface TransportAnswer {
  response: PlatformResponse;
  error?: unknown;
}

/**
 * Sends one request. All that is known of openapi-fetch stands behind this type.
 *
 * @throws {NoAnswer} when it was sent, and no whole answer came back; anything else is thrown
 * before sending
 */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

/** No whole answer came back; `cause` is what the platform said. */
export class NoAnswer {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/**
 * The transport on openapi-fetch: its parts fill the path template and join the headers. Its client
 * is left out: it would be a third of an app's
 * bundle, needs a `Request` for each attempt, and takes an error without a body for none.
 */
export function openapiFetchTransport(
  baseUrl: string,
  fetch: PlatformFetch | undefined,
): Transport {
  const base = removeTrailingSlash(baseUrl);
  return async ({ method, path, pathParameters, headers, body, signal }) => {
    const url = base + defaultPathSerializer(path, pathParameters);
    // A redirect would turn a POST into a GET. The service has none, so one comes back as an
    // unexpected answer.
    const init = {
      method: method.toUpperCase(),
      headers: mergeHeaders(...headers),
      body: body ?? null,
      signal,
      redirect: 'manual',
    } as const;
    try {
      const response = await ((fetch ?? globalThis.fetch) as typeof globalThis.fetch)(url, init);
      return response.ok ? { response } : { response, error: parsed(await response.text()) };
    } catch (cause) {
      throw new NoAnswer(cause);
    }
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
