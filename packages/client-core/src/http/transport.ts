import { defaultPathSerializer, mergeHeaders, removeTrailingSlash } from 'openapi-fetch';
import type { PlatformFetch, PlatformResponse } from './platform.js';

/** One HTTP request. */
export interface TransportRequest {
  method: string;
  /** Path template of the contract. */
  path: string;
  pathParameters: Record<string, string>;
  /** Headers of the caller, then of the client. The last one of a name (in any case) is sent. */
  headers: readonly Record<string, string>[];
  /** JSON. It is serialized once per call, so that every attempt sends the same bytes. */
  body: string | undefined;
  signal: AbortSignal;
}

/** A response. `error` is the body of a non-2xx response: parsed if it is JSON, otherwise text. */
export interface TransportResponse {
  response: PlatformResponse;
  error?: unknown;
}

/**
 * Sends one request. This type hides openapi-fetch from the rest of the client.
 *
 * @throws {NoResponse} if the request was sent and no complete response was received; every other
 * error means that nothing was sent
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Signals that no complete response was received. `cause` is the error of the platform. */
export class NoResponse {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/**
 * Creates a transport that uses the path serializer and the header merge of openapi-fetch. It does
 * not use the client of openapi-fetch, which would be a third of the bundle of an app, creates a
 * `Request` for each attempt, and treats an error without a body as no error.
 */
export function openapiFetchTransport(
  baseUrl: string,
  fetch: PlatformFetch | undefined,
): Transport {
  const base = removeTrailingSlash(baseUrl);
  return async ({ method, path, pathParameters, headers, body, signal }) => {
    const url = base + defaultPathSerializer(path, pathParameters);
    // Following a redirect can change a POST to a GET. The service sends no redirects, so the
    // client reports one as an unexpected response.
    const init = {
      method: method.toUpperCase(),
      headers: mergeHeaders(...headers),
      body: body ?? null,
      signal,
      redirect: 'manual',
    } as const;
    try {
      const response = await ((fetch ?? globalThis.fetch) as typeof globalThis.fetch)(url, init);
      return response.ok ? { response } : { response, error: parseJson(await response.text()) };
    } catch (cause) {
      throw new NoResponse(cause);
    }
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
