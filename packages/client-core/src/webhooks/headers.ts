import { WebhookVerificationError } from './error.js';

/**
 * Request headers: a `Headers` object, `request.headers` of Node.js, or a record. Header names are
 * case-insensitive.
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/**
 * Returns the value of one header.
 *
 * @param name header name in lower case
 * @throws {WebhookVerificationError} `missing_header` if the header is absent or empty, `malformed`
 * if it occurs more than once
 */
export function headerValue(headers: WebhookHeaders, name: string): string {
  const values = valuesOf(headers ?? {}, name).filter(
    (value) => typeof value === 'string' && value !== '',
  );
  if (values.length > 1)
    throw new WebhookVerificationError('malformed', `The ${name} header occurs more than once.`);
  if (values[0] === undefined) {
    throw new WebhookVerificationError(
      'missing_header',
      `The ${name} header is missing. Pass all headers of the request.`,
    );
  }
  return values[0] as string;
}

function valuesOf(headers: WebhookHeaders, name: string): unknown[] {
  if (typeof headers.get === 'function') return [headers.get(name)];
  const record = headers as Readonly<Record<string, unknown>>;
  return Object.keys(record)
    .filter((key) => key.length === name.length && key.toLowerCase() === name)
    .flatMap((key) => record[key]);
}
