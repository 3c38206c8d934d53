import { toProblemItems } from '@delivery-api/sandbox';
import type { Contract, JsonObject, Operation, Response } from '@delivery-api/specs/contract';
import type { IHttpOperation } from '@stoplight/types';
import { validateResponseBody, validateResponseHeaders } from '../../contract/prism-validators.ts';
import { decodeBody } from './decode-body.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { type Finding, responseFinding, toFinding } from './finding.ts';
import { maxBytes, type UpstreamResponse } from './forward.ts';
import {
  headerFindings,
  identityFindings,
  problemMemberFindings,
  type RevisionTracker,
  type SentRequest,
  timeFindings,
} from './response-rules.ts';
import { unknownFields } from './unknown-fields.ts';

const problemType = 'application/problem+json';

interface ResponseCheck {
  contract: Contract;
  operation: Operation;
  prismOperation: IHttpOperation;
  response: UpstreamResponse;
  sent: SentRequest;
  revisions: RevisionTracker;
}

/**
 * Checks a response against its contract: status, headers, media type, schema, times and problem
 * code. Compares its IDs with the request and its revision with earlier responses. Unknown fields,
 * which a client must tolerate, are warnings. An extensible enum allows any string.
 *
 * @param isHead whether the request was a HEAD, whose response has no body
 */
export async function checkResponse(checked: ResponseCheck, isHead: boolean): Promise<Finding[]> {
  const { operation, response, sent } = checked;
  const documented = operation.responses.find(({ status }) => status === response.status);
  const parsed = await parseResponse(response);
  const findings =
    documented === undefined
      ? undocumentedFindings(checked, parsed.json)
      : documented.content === undefined || isHead
        ? bodilessFindings(checked, documented)
        : contentFindings(checked, documented, documented.content, parsed);
  return [...headerFindings(response, sent), ...findings, ...timeoutFindings(checked)];
}

/**
 * Reports an undocumented status, unless the response is a problem that any operation may return.
 */
function undocumentedFindings(
  { contract, operation, response }: ResponseCheck,
  body: unknown,
): Finding[] {
  const { status } = response;
  const entry = contract.problems.get(codeOf(body) ?? '');
  if (entry?.scope === 'server' && entry.status === status)
    return mediaTypeFindings(response, problemType);
  const known = operation.responses.map((documented) => documented.status).join(', ');
  const message = `${status} is not documented for ${operation.id}; use ${known}`;
  return [responseFinding('status', 'undocumented_status', message)];
}

function bodilessFindings(checked: ResponseCheck, documented: Response): Finding[] {
  const { status, content } = documented;
  const hasExtraBody = content === undefined && checked.response.bytes.length > 0;
  return [
    ...schemaFindings(checked, documented, undefined, false),
    ...(hasExtraBody
      ? [responseFinding('body', 'unexpected_body', `is not documented for ${status}`)]
      : []),
  ];
}

function contentFindings(
  checked: ResponseCheck,
  documented: Response,
  { mediaType, schema }: NonNullable<Response['content']>,
  { json, text = '', failure }: ParsedBody,
): Finding[] {
  const { contract, operation, response, sent, revisions } = checked;
  const findings = [
    ...mediaTypeFindings(response, mediaType),
    ...(failure === undefined ? [] : [failure]),
    ...schemaFindings(checked, documented, json, failure === undefined),
  ];
  if (failure !== undefined) return findings;
  if (mediaType === problemType) findings.push(...problemFindings(checked, documented, json));
  else {
    const startedAt = performance.now() - response.milliseconds;
    findings.push(
      ...identityFindings(sent, json),
      ...revisions.findings(operation, response, json, startedAt),
    );
  }
  const unknown = unknownFields(contract, schema, json);
  return [
    ...findings,
    ...duplicateKeys(text).map((pointer) =>
      responseFinding(pointer, 'duplicate_key', 'occurs more than once in its object'),
    ),
    ...timeFindings(contract, schema, json),
    ...unknown.map((pointer) =>
      responseFinding(pointer, 'unknown_field', 'is not in the contract', 'warning'),
    ),
  ];
}

interface ParsedBody {
  json?: unknown;
  text?: string;
  failure?: Finding;
}

async function parseResponse({ bytes, headers }: UpstreamResponse): Promise<ParsedBody> {
  const coding = headers['content-encoding'];
  const decoded = await decodeBody(bytes, typeof coding === 'string' ? coding : undefined);
  if (decoded === 'unknown_coding') {
    const message = 'is not supported, so the body was not checked';
    return { failure: responseFinding('Content-Encoding', 'unknown_coding', message, 'warning') };
  }
  if (decoded === 'too_large') {
    const message = `has more than ${maxBytes} bytes after decompression, so it was not checked`;
    return { failure: responseFinding('body', 'payload_too_large', message, 'warning') };
  }
  if (decoded === 'broken') {
    const message = 'does not match the Content-Encoding header';
    return { failure: responseFinding('body', 'broken_coding', message) };
  }
  if (decoded.length === 0) return { failure: responseFinding('body', 'required', 'is missing') };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(decoded);
    return { text, json: JSON.parse(text) };
  } catch {
    return { failure: responseFinding('body', 'malformed_json', 'is not JSON in UTF-8') };
  }
}

function mediaTypeFindings({ headers }: UpstreamResponse, expected: string): Finding[] {
  const [sent = ''] = String(headers['content-type'] ?? '').split(';');
  if (sent.trim().toLowerCase() === expected) return [];
  const message =
    sent === ''
      ? `is missing; expected ${expected}`
      : `must be ${expected}; got ${sent.trim().slice(0, 100)}`;
  return [responseFinding('Content-Type', 'media_type', message)];
}

function schemaFindings(
  { contract, operation, prismOperation, response }: ResponseCheck,
  { status, headers, content }: Response,
  body: unknown,
  isReadable: boolean,
): Finding[] {
  const violations = [
    ...(isReadable ? validateResponseBody(prismOperation, status, body) : []),
    ...validateResponseHeaders(prismOperation, status, response.headers),
  ];
  // `toProblemItems` reads the request schemas of an operation. Pass the response schemas instead.
  const asRequest: Operation = {
    ...operation,
    request: content,
    parameters: headers.map((header) => ({ ...header, in: 'header' })),
  };
  const { parameters, body: inside } = toProblemItems(contract, asRequest, violations, body);
  return [...parameters, ...inside].map(toFinding('response'));
}

function problemFindings(
  { contract, operation, response }: ResponseCheck,
  { status, codes }: Response,
  body: unknown,
): Finding[] {
  const code = codeOf(body);
  if (code === undefined) return [];
  const entry = contract.problems.get(code);
  if (!codes.includes(code) && !(entry?.scope === 'server' && entry.status === status)) {
    const message = `'${code.slice(0, 100)}' is not documented for ${operation.id} with ${status}; use ${codes.join(', ')}`;
    return [responseFinding('/code', 'undocumented_code', message)];
  }
  const members = body as JsonObject;
  const missing = (entry?.extensions ?? []).filter((name) => !Object.hasOwn(members, name));
  const findings = missing.map((name) =>
    responseFinding(`/${name}`, 'required', `is missing; ${code} problems require it`),
  );
  if (typeof members.status === 'number' && members.status !== status) {
    const message = `is ${members.status}, but the response is ${status}`;
    findings.push(responseFinding('/status', 'status_mismatch', message));
  }
  return [...findings, ...problemMemberFindings(contract, response, members)];
}

function codeOf(body: unknown): string | undefined {
  const code = typeof body === 'object' && body !== null ? (body as JsonObject).code : undefined;
  return typeof code === 'string' ? code : undefined;
}

function timeoutFindings({ operation, response: { milliseconds } }: ResponseCheck): Finding[] {
  const limit = operation.limits.timeout_seconds;
  if (milliseconds <= limit * 1000) return [];
  const seconds = (milliseconds / 1000).toFixed(1);
  const message = `took ${seconds} s; the timeout in the contract is ${limit} s`;
  return [responseFinding('connection', 'late', message, 'warning')];
}
