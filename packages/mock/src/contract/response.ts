import type { Header, Json, JsonObject, Operation, Response } from '@delivery-api/specs/contract';
import type { ApiRequest } from './api-request.ts';
import { etagOf, matchesEtag } from './etag.ts';

/** A response that is ready to send. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string | string[]>;
  body: string | Buffer | undefined;
}

/** A response before its headers are complete. */
export interface ResponseDraft {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Json | undefined;
  /** The body as JSON text, if it is serialized already. */
  text?: string;
  /** Whether a mode created the response; otherwise, it is an example from the contract. */
  isOwn: boolean;
}

/**
 * Completes the headers of a response. If a 200 response documents `ETag`, computes the tag from
 * the body and evaluates `If-None-Match`. Prism returns an example of every documented header;
 * optional headers are kept only if they apply.
 *
 * @param extra headers for responses that document them
 * @returns the response, and the contract violations in its headers
 */
export function toHttpResponse(
  request: ApiRequest,
  { status, headers: sent, body, text: serialized, isOwn }: ResponseDraft,
  extra: Record<string, string> = {},
): { response: HttpResponse; findings: string[] } {
  const documented = request.operation.responses.find((response) => response.status === status);
  const headers: Record<string, string> = {};
  const findings: string[] = [];
  for (const header of documented?.headers ?? []) {
    const value =
      (isOwn ? ownValue(header, sent) : exampleValue(request, header, documented, sent, body)) ??
      extra[header.name];
    if (value !== undefined) headers[header.name] = String(value);
    else if (header.required && header.name !== 'Request-Id')
      findings.push(`header ${header.name} is missing`);
  }
  for (const [name, value] of isOwn ? Object.entries(sent) : []) {
    if (name === 'content-type' || headers[name] !== undefined) continue;
    headers[name] = String(value);
    findings.push(`header ${name} is not documented`);
  }
  headers['Request-Id'] = (isOwn ? undefined : requestIdOf(body)) ?? request.requestId;
  const json = serialized ?? (body == null ? undefined : JSON.stringify(body));
  return { response: withBody(request, status, headers, json, documented), findings };
}

function withBody(
  request: ApiRequest,
  status: number,
  headers: Record<string, string>,
  text: string | undefined,
  documented: Response | undefined,
): HttpResponse {
  if (status === 304) return notModified(request, headers, preferredTag(request));
  if (text === undefined) return { status, headers, body: undefined };
  headers['Content-Type'] = documented?.content?.mediaType ?? 'application/json';
  if (headers.ETag !== undefined && status === 200) {
    headers.ETag = etagOf(text);
    if (matchesEtag(request.headers['if-none-match'], headers.ETag))
      return notModified(request, headers, headers.ETag);
  }
  return { status, headers, body: text };
}

/**
 * Returns the header value that a mode set. Otherwise, returns the constant `Cache-Control` in the
 * contract, or an empty `ETag`, which `withBody` replaces; `undefined` for other headers.
 */
function ownValue({ name, schema }: Header, sent: Record<string, unknown>): string | undefined {
  if (sent[name] !== undefined) return text(sent[name]);
  if (name === 'ETag') return '';
  return name === 'Cache-Control' ? text(schema.const) : undefined;
}

/** Creates a 304 response. Keeps the headers that the contract documents for this status. */
function notModified(
  { operation }: ApiRequest,
  headers: Record<string, string>,
  tag: string | undefined,
): HttpResponse {
  const names =
    operation.responses.find(({ status }) => status === 304)?.headers.map(({ name }) => name) ?? [];
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
  return {
    status: 304,
    headers: { ...kept, ...(tag !== undefined && { ETag: tag }) },
    body: undefined,
  };
}

/**
 * Returns the entity tag of a 304 response that `Prefer` selects: the first tag in
 * `If-None-Match`. Default: the tag of the first example of the success response.
 */
function preferredTag({ headers, operation }: ApiRequest): string | undefined {
  const [sent] = headers['if-none-match']?.match(/"[^"]+"/) ?? [];
  if (sent !== undefined) return sent;
  const example = operation.success.content?.examples[0];
  return example === undefined ? undefined : etagOf(JSON.stringify(example.value));
}

function exampleValue(
  { operation }: ApiRequest,
  header: Header,
  response: Response | undefined,
  sent: Record<string, unknown>,
  body: Json | undefined,
): string | undefined {
  if (header.required) return text(sent[header.name] ?? header.example);
  return optionalHeaders[header.name]?.(operation, response, body);
}

/** Computes the optional headers of an example; `undefined` if a header does not apply. */
const optionalHeaders: Readonly<
  Record<
    string,
    (
      operation: Operation,
      response: Response | undefined,
      body: Json | undefined,
    ) => string | undefined
  >
> = {
  'WWW-Authenticate': (operation, _, body) =>
    codeOf(body) === 'insufficient_permission'
      ? `Bearer error="insufficient_scope", scope="${operation.permissions.join(' ')}"`
      : undefined,
  'Retry-After': (_, response, body) =>
    member(body, 'retryable') === true
      ? text(response?.headers.find(({ name }) => name === 'Retry-After')?.example)
      : undefined,
  'RateLimit-Policy': ({ limits }, response) =>
    response?.status === 429
      ? `"default";q=${limits.rate.requests};w=${limits.rate.per_seconds}`
      : undefined,
  RateLimit: (_, response) =>
    response?.status === 429
      ? `"default";r=0;t=${text(response.headers.find(({ name }) => name === 'Retry-After')?.example) ?? 1}`
      : undefined,
};

const text = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value);

const member = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as JsonObject)[name] : undefined;
const codeOf = (body: unknown): unknown => member(body, 'code');

// A problem contains the ID of its request; the header must agree with the example.
function requestIdOf(body: unknown): string | undefined {
  const id = member(body, 'request_id');
  return typeof id === 'string' ? id : undefined;
}
