import type { Header, Json, JsonObject, Operation, Response } from '@delivery-api/specs/contract';
import type { IHttpResponse } from '@stoplight/prism-http';
import type { Call } from '../call.ts';
import { etagOf, matchesEtag } from '../server/etag.ts';

/** An answer as it goes over the wire. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** `undefined` where there is none. */
  body: string | undefined;
}

/**
 * Makes an answer of Prism's ready to be sent. Prism sends the example of every documented header; what is optional belongs to some answers
 * only, so it stays away here unless it belongs to this one. `ETag` is that of the body, and `If-None-Match` is honoured.
 */
export function toReply(call: Call, { statusCode, headers: sent = {}, body }: IHttpResponse): Reply {
  const documented = call.operation.responses.find(({ status }) => status === statusCode);
  const headers: Record<string, string> = {};
  for (const header of documented?.headers ?? []) {
    const value = headerValue(call, header, documented, sent, body as Json | undefined);
    if (value !== undefined) headers[header.name] = value;
  }
  headers['Request-Id'] = requestIdOf(body) ?? call.requestId;
  if (statusCode === 304) return notModified(call, headers, heldTag(call));
  if (body === undefined || body === null) return { status: statusCode, headers, body: undefined };
  const text = JSON.stringify(body);
  headers['Content-Type'] = documented?.content?.mediaType ?? 'application/json';
  if (headers.ETag !== undefined && statusCode === 200) {
    headers.ETag = etagOf(text);
    const held = call.headers['if-none-match'];
    if (matchesEtag(held, headers.ETag)) return notModified(call, headers, headers.ETag);
  }
  return { status: statusCode, headers, body: text };
}

/** A 304 repeats those headers of the 200 that the contract gives it. */
function notModified(call: Call, headers: Record<string, string>, tag: string | undefined): Reply {
  const names = call.operation.responses.find(({ status }) => status === 304)?.headers.map(({ name }) => name) ?? [];
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
  return { status: 304, headers: { ...kept, ...(tag !== undefined && { ETag: tag }) }, body: undefined };
}

/** The tag that a 304 confirms when one is preferred: the one that was sent, or else that of the first example. */
function heldTag({ headers, operation }: Call): string | undefined {
  const [sent] = headers['if-none-match']?.match(/"[^"]+"/) ?? [];
  if (sent !== undefined) return sent;
  const example = operation.success.content?.examples[0];
  return example === undefined ? undefined : etagOf(JSON.stringify(example.value));
}

function headerValue(
  call: Call,
  header: Header,
  response: Response | undefined,
  sent: Record<string, unknown>,
  body: Json | undefined,
): string | undefined {
  if (header.required) return text(sent[header.name] ?? header.example);
  return optionalHeaders[header.name]?.(call.operation, response, body);
}

/** The optional headers that belong to an answer made of examples, each with its value. */
const optionalHeaders: Readonly<
  Record<string, (operation: Operation, response: Response | undefined, body: Json | undefined) => string | undefined>
> = {
  'WWW-Authenticate': (operation, _, body) =>
    codeOf(body) === 'insufficient_permission'
      ? `Bearer error="insufficient_scope", scope="${operation.permissions.join(' ')}"`
      : undefined,
  'Retry-After': (_, response, body) =>
    member(body, 'retryable') === true ? text(response?.headers.find(({ name }) => name === 'Retry-After')?.example) : undefined,
  'RateLimit-Policy': ({ limits }, response) =>
    response?.status === 429 ? `"default";q=${limits.rate.requests};w=${limits.rate.per_seconds}` : undefined,
  RateLimit: (_, response) =>
    response?.status === 429
      ? `"default";r=0;t=${text(response.headers.find(({ name }) => name === 'Retry-After')?.example) ?? 1}`
      : undefined,
};

const text = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : String(value));

const member = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? (body as JsonObject)[name] : undefined;
const codeOf = (body: unknown): unknown => member(body, 'code');

// A problem carries the id of its request; the header has to agree with the example.
function requestIdOf(body: unknown): string | undefined {
  const id = member(body, 'request_id');
  return typeof id === 'string' ? id : undefined;
}
