import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from '../contract/response.ts';

/**
 * Returns the headers that let a page from another origin read a response (Fetch standard, section
 * 3.3). Requests have no cookies, so `*` exposes every response header.
 */
export const corsHeaders = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': '*',
  Vary: 'Origin',
});

/** Returns whether a request is a CORS preflight request. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Returns the response to a preflight request from an allowed origin. */
export const preflightResponse = ({ headers }: IncomingMessage): HttpResponse => {
  const requested = headers['access-control-request-headers'];
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST',
      ...(requested !== undefined && { 'Access-Control-Allow-Headers': requested }),
      'Access-Control-Max-Age': '600',
    },
    body: undefined,
  };
};
