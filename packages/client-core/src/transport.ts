import createClient from 'openapi-fetch';
import type { PlatformFetch, PlatformResponse, PlatformSignal } from './platform.js';

/** One HTTP request, ready to be sent. */
export interface TransportRequest {
  method: string;
  /** The path template of the contract. */
  path: string;
  pathParameters: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  signal: PlatformSignal | undefined;
}

/** What came back. `error` is the body of an answer that is not a success: parsed where it is JSON, else its text. */
export interface TransportAnswer {
  response: PlatformResponse;
  error: unknown;
}

/** Sends one request. All that is known of openapi-fetch stands behind this type. */
export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

/** The transport on openapi-fetch: it fills the path template, serialises, and calls `fetch`. */
export function openapiFetchTransport(baseUrl: string, fetch: PlatformFetch | undefined): Transport {
  // biome-ignore lint/suspicious/noExplicitAny: paths are checked by the generated methods, not by openapi-fetch.
  const client = createClient<any>({ baseUrl, ...(fetch && { fetch: (request: Request) => (fetch as typeof globalThis.fetch)(request) }) });
  return async ({ method, path, pathParameters, headers, body, signal }) => {
    const { response, error } = await client.request(method as 'get', path, {
      params: { path: pathParameters },
      headers,
      // As a stream, a success is left unread: reading and parsing it is ours, so that a page instead of JSON gets a clear error.
      parseAs: 'stream',
      ...(body !== undefined && { body }),
      ...(signal && { signal: signal as AbortSignal }),
    } as never);
    return { response: response as PlatformResponse, error };
  };
}
