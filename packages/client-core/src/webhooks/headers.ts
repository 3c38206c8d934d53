import { WebhookVerificationError } from './error.js';

/**
 * Headers of a request: a `Headers` object, Node's `request.headers`, or a plain record in any
 * case.
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/**
 * The value of one header.
 *
 * @throws {WebhookVerificationError} `missing_header` when it is absent, `malformed` when it is
 * there more than once
 */
export function headerValue(headers: WebhookHeaders, name: string): string {
  const found =
    typeof headers?.get === 'function'
      ? [(headers as Headers).get(name)]
      : fromRecord(headers ?? {}, name);
  const values = found.filter((value) => typeof value === 'string' && value !== '');
  if (values.length > 1)
    throw new WebhookVerificationError('malformed', `The header ${name} is there more than once.`);
  if (values[0] === undefined) {
    throw new WebhookVerificationError(
      'missing_header',
      `The header ${name} is missing. Is this a delivery, and are its headers handed over?`,
    );
  }
  return values[0] as string;
}

const fromRecord = (headers: object, name: string): unknown[] =>
  Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? value : []));
