import { toViolations } from '@delivery-api/sandbox/validation/violations.ts';
import type { Contract, JsonObject, Operation, Response } from '@delivery-api/specs/contract';
import type { IHttpOperation } from '@stoplight/types';
import { answerFaults } from '../../contract/prism-validators.ts';
import { decodeBody } from './decode-body.ts';
import { answerFinding, type Finding, toFinding } from './finding.ts';
import type { UpstreamAnswer } from './forward.ts';
import { unknownFields } from './unknown-fields.ts';

const problemType = 'application/problem+json';

/**
 * Holds an answer against its contract: status, required headers, media type, schema, and the code
 * of a problem. Fields that the contract does not
 * name, which a consumer must tolerate, are warnings; a value of an extensible enum may be any
 * string.
 *
 * @param isHead whether it answers a HEAD request, which has no body
 */
export async function judgeAnswer(
  contract: Contract,
  operation: Operation,
  prismOperation: IHttpOperation,
  answer: UpstreamAnswer,
  isHead: boolean,
): Promise<Finding[]> {
  const { status } = answer;
  const documented = operation.responses.find((one) => one.status === status);
  const body = await readJson(answer);
  const late = lateness(operation, answer);
  if (documented === undefined) {
    const code = codeOf(body.json);
    const entry = code === undefined ? undefined : contract.problems.get(code);
    if (entry?.scope === 'server' && entry.status === status)
      return [...mediaTypeFindings(answer, problemType), ...late];
    const known = operation.responses.map((one) => one.status).join(', ');
    return [
      answerFinding(
        'status',
        'undocumented_status',
        `${status} is not documented for ${operation.id}; it has ${known}`,
      ),
      ...late,
    ];
  }
  const { content } = documented;
  if (content === undefined || isHead) {
    const extra =
      content === undefined && answer.bytes.length > 0
        ? [answerFinding('body', 'unexpected_body', `is not documented for ${status}`)]
        : [];
    return [
      ...prismFindings(contract, operation, prismOperation, documented, answer, undefined, false),
      ...extra,
      ...late,
    ];
  }
  const readable = body.fault === undefined;
  return [
    ...mediaTypeFindings(answer, content.mediaType),
    ...(body.fault === undefined ? [] : [body.fault]),
    ...prismFindings(contract, operation, prismOperation, documented, answer, body.json, readable),
    ...(readable && content.mediaType === problemType
      ? problemFindings(contract, operation, documented, body.json)
      : []),
    ...(readable
      ? unknownFields(contract, content.schema, body.json).map((place) =>
          answerFinding(place, 'unknown_field', 'is not in the contract', 'warning'),
        )
      : []),
    ...late,
  ];
}

async function readJson({
  bytes,
  headers,
}: UpstreamAnswer): Promise<{ json?: unknown; fault?: Finding }> {
  const coding = headers['content-encoding'];
  const plain = await decodeBody(bytes, typeof coding === 'string' ? coding : undefined);
  if (plain === 'unknown_coding')
    return {
      fault: answerFinding(
        'Content-Encoding',
        'unknown_coding',
        'is not known here, so the body was not looked at',
        'warning',
      ),
    };
  if (plain === 'broken')
    return {
      fault: answerFinding('body', 'broken_coding', 'is not what the header Content-Encoding says'),
    };
  if (plain.length === 0) return { fault: answerFinding('body', 'required', 'is missing') };
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain)) };
  } catch {
    return { fault: answerFinding('body', 'malformed_json', 'is not JSON in UTF-8') };
  }
}

function mediaTypeFindings({ headers }: UpstreamAnswer, expected: string): Finding[] {
  const [sent = ''] = String(headers['content-type'] ?? '').split(';');
  if (sent.trim().toLowerCase() === expected) return [];
  const message =
    sent === ''
      ? `is missing; expected ${expected}`
      : `must be ${expected}, not ${sent.trim().slice(0, 100)}`;
  return [answerFinding('Content-Type', 'media_type', message)];
}

function prismFindings(
  contract: Contract,
  operation: Operation,
  prismOperation: IHttpOperation,
  { status, headers, content }: Response,
  answer: UpstreamAnswer,
  body: unknown,
  readsBody: boolean,
): Finding[] {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) sent[name] = String(value);
  // The media type has been judged already, more strictly.
  if (content !== undefined) sent['content-type'] = content.mediaType;
  const found = answerFaults(prismOperation, status, sent, body).filter(
    ({ path }) => readsBody || path?.[0] === 'header',
  );
  // To the words of a finding it is all the same whether a body and headers came or went.
  const like: Operation = {
    ...operation,
    request: content,
    parameters: headers.map((one) => ({ ...one, in: 'header' })),
  };
  const { parameters, body: inside } = toViolations(contract, like, found, body);
  return [...parameters, ...inside].map(toFinding('answer'));
}

function problemFindings(
  contract: Contract,
  operation: Operation,
  { status, codes }: Response,
  body: unknown,
): Finding[] {
  const code = codeOf(body);
  if (code === undefined) return [];
  const entry = contract.problems.get(code);
  if (!codes.includes(code) && !(entry?.scope === 'server' && entry.status === status))
    return [
      answerFinding(
        '/code',
        'undocumented_code',
        `'${code.slice(0, 100)}' is not documented for ${operation.id} with ${status}; it has ${codes.join(', ')}`,
      ),
    ];
  const members = body as JsonObject;
  return [
    ...(entry?.extensions ?? [])
      .filter((name) => !Object.hasOwn(members, name))
      .map((name) =>
        answerFinding(`/${name}`, 'required', `belongs to the problem ${code} and is missing`),
      ),
    ...(typeof members.status === 'number' && members.status !== status
      ? [
          answerFinding(
            '/status',
            'status_mismatch',
            `is ${members.status}, but the answer is ${status}`,
          ),
        ]
      : []),
  ];
}

function codeOf(body: unknown): string | undefined {
  const code = typeof body === 'object' && body !== null ? (body as JsonObject).code : undefined;
  return typeof code === 'string' ? code : undefined;
}

function lateness({ limits }: Operation, { milliseconds }: UpstreamAnswer): Finding[] {
  const promised = limits.timeout_seconds;
  if (milliseconds <= promised * 1000) return [];
  const message = `took ${(milliseconds / 1000).toFixed(1)} s; the contract promises an answer within ${promised} s`;
  return [answerFinding('connection', 'late', message, 'warning')];
}
