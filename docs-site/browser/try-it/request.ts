// Builds the requests of the console. The functions do not access the page, so tests can run them.
import type { ConsoleOperation } from '../../src/try-it/console-data.ts';

/** The values in the form of the console. */
export interface FormValues {
  /** URL of the sandbox, such as `http://localhost:4010`. */
  sandbox: string;
  token: string;
  /** Values of the parameters, in the order of the operation. */
  parameters: readonly string[];
  body: string;
}

/** A request that is ready to be sent. */
export interface ConsoleRequest {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string | undefined;
}

/**
 * Returns the origin of a sandbox.
 *
 * @throws {Error} with a message for the reader if the text is not an HTTP URL with the host
 * `localhost` or `127.0.0.1`. The content security policy of the page allows no other host.
 */
export function sandboxOrigin(text: string): string {
  const { protocol, hostname, origin } = URL.canParse(text)
    ? new URL(text)
    : { protocol: '', hostname: '', origin: '' };
  if (protocol !== 'http:' || !['localhost', '127.0.0.1'].includes(hostname))
    throw new Error('The sandbox URL must start with http://localhost or http://127.0.0.1.');
  return origin;
}

/**
 * Builds a request from the form.
 *
 * @throws {Error} with a message for the reader if a required parameter is empty, the body is not
 * JSON, or the URL of the sandbox is invalid
 */
export function buildRequest(
  prefix: string,
  { method, path, parameters, examples }: ConsoleOperation,
  values: FormValues,
): ConsoleRequest {
  const base = sandboxOrigin(values.sandbox) + prefix;
  const headers: ConsoleRequest['headers'] = [['Authorization', `Bearer ${values.token}`]];
  const query = new URLSearchParams();
  let filled = path;
  for (const [index, { name, in: place, required }] of parameters.entries()) {
    const value = values.parameters[index] ?? '';
    if (value === '' && required) throw new Error(`Fill in ${name}.`);
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (place === 'query') query.set(name, value);
    else headers.push([name, value]);
  }
  let body: string | undefined;
  if (examples.length > 0) {
    body = values.body;
    try {
      JSON.parse(body);
    } catch (error) {
      throw new Error(`The body is not JSON: ${(error as Error).message}`);
    }
    headers.push(['Content-Type', 'application/json']);
  }
  const search = query.size === 0 ? '' : `?${query}`;
  return { method, url: `${base}${filled}${search}`, headers, body };
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the curl command that sends a request, for a POSIX shell. */
export const curlCommand = ({ method, url, headers, body }: ConsoleRequest): string =>
  [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
  ].join(' \\\n  ');

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const dayMs = 86_400_000;

function instantsIn(value: Json): number[] {
  if (typeof value === 'string') return instant.test(value) ? [Date.parse(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value as Record<string, Json>).flatMap(instantsIn);
}

function shifted(value: Json, days: number): Json {
  if (typeof value === 'string')
    return instant.test(value)
      ? new Date(Date.parse(value) + days * dayMs).toISOString().replace('.000Z', 'Z')
      : value;
  if (Array.isArray(value)) return value.map((item: Json) => shifted(item, days));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shifted(one, days)]));
}

/**
 * Returns an example that can be sent more than once. If the earliest time is in the past, or less
 * than one day in the future, moves all times forward by the same number of days. Appends `unique`
 * to `external_reference`.
 *
 * @param now in milliseconds since 1970
 * @param unique a short text that no earlier request contains
 */
export function freshExample(example: Json, now: number, unique: string): Json {
  const first = Math.min(...instantsIn(example));
  const days = first < now + dayMs ? Math.ceil((now + dayMs - first) / dayMs) : 0;
  const fresh = Number.isFinite(first) ? shifted(example, days) : example;
  if (typeof fresh !== 'object' || fresh === null || !('external_reference' in fresh)) return fresh;
  return { ...fresh, external_reference: `${String(fresh.external_reference)}-${unique}` };
}
