import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ProblemError, toProblemItems } from '@delivery-api/sandbox';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { IHttpOperation } from '@stoplight/types';
import { validateRequest } from '../../contract/prism-validators.ts';
import type { Match } from '../../contract/router.ts';
import { acceptsJson } from '../../http/accept.ts';
import { HeaderProblem, parseBody, readRequestBody } from '../../http/read-request-body.ts';
import { bearerToken, decodedParameters } from '../read-request.ts';
import { type Finding, toFinding } from './finding.ts';

/** The place of a violation that neither the schema nor a `HeaderProblem` names, by problem code. */
const places: Readonly<Record<string, string>> = {
  unauthenticated: 'Authorization',
  not_acceptable: 'Accept',
  payload_too_large: 'body',
  malformed_json: 'body',
};

/** Runs a check. For a violation, records findings and returns `undefined`. */
type Check = <Result>(check: () => Result | Promise<Result>) => Promise<Result | undefined>;

/**
 * Checks the format of a request as the sandbox does, but continues after a violation.
 *
 * @param bytes the body as sent; `undefined` without a body
 */
export async function checkRequest(
  contract: Contract,
  operation: Operation,
  prismOperation: IHttpOperation,
  match: Match,
  message: IncomingMessage,
  bytes: Buffer | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const check: Check = async (run) => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      findings.push(...toFindings(error));
      return undefined;
    }
  };
  await check(() => bearerToken(message.headers.authorization));
  await check(() => {
    if (!acceptsJson(message.headers.accept))
      throw new ProblemError(
        'not_acceptable',
        'excludes application/json, the only supported type.',
      );
  });
  const parameters = await check(() => decodedParameters(match));
  const { isReadable, body } = await parseAgain(check, operation, prismOperation, message, bytes);
  if (parameters !== undefined) {
    const request = { parameters, headers: message.headers, body };
    const violations = validateRequest(prismOperation, request).filter(
      ({ path }) => isReadable || path?.[0] === 'header' || path?.[0] === 'path',
    );
    const { parameters: outside, body: inside } = toProblemItems(
      contract,
      operation,
      violations,
      body,
    );
    findings.push(...[...outside, ...inside].map(toFinding('request')));
  }
  return findings;
}

/** Parses a body that has been read already. */
async function parseAgain(
  check: Check,
  operation: Operation,
  prismOperation: IHttpOperation,
  { headers }: IncomingMessage,
  bytes: Buffer = Buffer.alloc(0),
): Promise<{ isReadable: boolean; body: unknown }> {
  if (operation.request === undefined) return { isReadable: true, body: undefined };
  const message = Object.assign(Readable.from(bytes.length === 0 ? [] : [bytes]), {
    headers,
  }) as unknown as IncomingMessage;
  const sent = await check(() => readRequestBody(message, operation, () => {}));
  if (sent === undefined) return { isReadable: false, body: undefined };
  if (prismOperation.request?.body?.required !== true && sent.bytes?.length === 0)
    return { isReadable: true, body: undefined };
  const body = await check(() => parseBody(sent));
  return { isReadable: body !== undefined, body };
}

function toFindings(error: ProblemError): Finding[] {
  const { code, message, errors } = error;
  if (errors.length > 0) return errors.map(toFinding('request'));
  // The parser quotes the body, which may contain personal data.
  const text = code === 'malformed_json' ? message.replace(/:.*$/s, '.') : message;
  const place = error instanceof HeaderProblem ? error.header : (places[code] ?? 'request');
  return [{ in: 'request', severity: 'error', place, code, message: text }];
}
