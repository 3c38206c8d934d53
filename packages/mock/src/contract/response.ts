import type { Command } from '@delivery-api/sandbox/kernel/command.ts';
import type { Header, Json, JsonObject, Operation, Response } from '@delivery-api/specs/contract';
import { etagOf, matchesEtag } from './etag.ts';

/** An answer as it goes over the wire. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  /** `undefined` where there is none. */
  body: string | Buffer | undefined;
}

/** An answer before it is dressed for the wire. */
export interface Draft {
  status: number;
  headers: Record<string, unknown>;
  body: Json | undefined;
  /**
   * Whether it was made by a mode, with all the headers that belong to it, or is an example of the
   * contract.
   */
  isOwn: boolean;
}

/** A reply, and what the contract finds wrong with its headers. */
export interface Dressed {
  reply: Reply;
  wrong: string[];
}

/**
 * Makes an answer ready to be sent. `ETag` is that of the body, and `If-None-Match` is honoured.
 * Prism gives an example the example of every
 * documented header; what is optional belongs to some answers only, so it stays away there unless
 * it belongs to this one.
 *
 * @param given headers that the answer gets where the contract has them there
 */
export function toReply(
  call: Command,
  { status, headers: sent, body, isOwn }: Draft,
  given: Record<string, string> = {},
): Dressed {
  const documented = call.operation.responses.find((one) => one.status === status);
  const headers: Record<string, string> = {};
  const wrong: string[] = [];
  for (const header of documented?.headers ?? []) {
    const value = isOwn
      ? ownValue(header, sent)
      : exampleValue(call, header, documented, sent, body);
    if (value !== undefined) headers[header.name] = value;
    else if (given[header.name] !== undefined) headers[header.name] = String(given[header.name]);
    else if (header.required && header.name !== 'Request-Id')
      wrong.push(`header ${header.name} is missing`);
  }
  for (const [name, value] of isOwn ? Object.entries(sent) : []) {
    if (name === 'content-type' || headers[name] !== undefined) continue;
    headers[name] = String(value);
    wrong.push(`header ${name} is not documented`);
  }
  headers['Request-Id'] = (isOwn ? undefined : requestIdOf(body)) ?? call.requestId;
  return { reply: finished(call, status, headers, body, documented), wrong };
}

function finished(
  call: Command,
  status: number,
  headers: Record<string, string>,
  body: Json | undefined,
  documented: Response | undefined,
): Reply {
  if (status === 304) return notModified(call, headers, heldTag(call));
  if (body === undefined || body === null) return { status, headers, body: undefined };
  const text = JSON.stringify(body);
  headers['Content-Type'] = documented?.content?.mediaType ?? 'application/json';
  if (headers.ETag !== undefined && status === 200) {
    headers.ETag = etagOf(text);
    const held = call.headers['if-none-match'];
    if (matchesEtag(held, headers.ETag)) return notModified(call, headers, headers.ETag);
  }
  return { status, headers, body: text };
}

/** What a mode has set; `ETag` and headers that can have one value only are ours. */
function ownValue({ name, schema }: Header, sent: Record<string, unknown>): string | undefined {
  if (sent[name] !== undefined) return text(sent[name]);
  if (name === 'ETag') return '';
  return name === 'Cache-Control' ? text(schema.const) : undefined;
}

/** A 304 repeats those headers of the 200 that the contract gives it. */
function notModified(
  call: Command,
  headers: Record<string, string>,
  tag: string | undefined,
): Reply {
  const names =
    call.operation.responses
      .find(({ status }) => status === 304)
      ?.headers.map(({ name }) => name) ?? [];
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
  return {
    status: 304,
    headers: { ...kept, ...(tag !== undefined && { ETag: tag }) },
    body: undefined,
  };
}

/**
 * The tag that a 304 confirms when one is preferred: the one that was sent, or else that of the
 * first example.
 */
function heldTag({ headers, operation }: Command): string | undefined {
  const [sent] = headers['if-none-match']?.match(/"[^"]+"/) ?? [];
  if (sent !== undefined) return sent;
  const example = operation.success.content?.examples[0];
  return example === undefined ? undefined : etagOf(JSON.stringify(example.value));
}

function exampleValue(
  call: Command,
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

// A problem carries the id of its request; the header has to agree with the example.
function requestIdOf(body: unknown): string | undefined {
  const id = member(body, 'request_id');
  return typeof id === 'string' ? id : undefined;
}
