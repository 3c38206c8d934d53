import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { fillPath } from '@delivery-api/sandbox/kernel/fill-path.ts';
import { ProblemError } from '@delivery-api/sandbox/kernel/problem-error.ts';
import { toViolations } from '@delivery-api/sandbox/validation/violations.ts';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { IHttpOperation } from '@stoplight/types';
import { requestFaults } from '../../contract/prism-validators.ts';
import type { Match } from '../../contract/router.ts';
import { acceptsJson } from '../../http/accept.ts';
import { bearerToken, headersForPrism, wellFormed } from '../../http/serve-interface.ts';
import { parseBody, takeBody } from '../../http/take-body.ts';
import { type Finding, toFinding } from './finding.ts';

/** Where a rule that is no schema finds something. */
const places: Readonly<Record<string, string>> = {
  unauthenticated: 'Authorization',
  not_acceptable: 'Accept',
  payload_too_large: 'body',
  unsupported_media_type: 'Content-Type',
  malformed_json: 'body',
};

/**
 * Holds a request to an operation against its contract, by the rules by which the mock refuses one.
 * Unlike there a broken rule does not end the
 * judging: what can still be told is told.
 *
 * @param bytes the body as it was sent; `undefined` where there is none
 */
export async function judgeRequest(
  contract: Contract,
  operation: Operation,
  prismOperation: IHttpOperation,
  match: Match,
  message: IncomingMessage,
  bytes: Buffer | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const judge = async <Result>(
    rule: () => Result | Promise<Result>,
  ): Promise<Result | undefined> => {
    try {
      return await rule();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      findings.push(...asFindings(error));
      return undefined;
    }
  };
  const token = await judge(() => bearerToken(message.headers.authorization));
  await judge(() => {
    if (!acceptsJson(message.headers.accept))
      throw new ProblemError(
        'not_acceptable',
        'excludes application/json; there is no other form.',
      );
  });
  const parameters = await judge(() => wellFormed(match));
  const { isReadable, body } = await readAgain(judge, operation, prismOperation, message, bytes);
  if (parameters !== undefined) {
    const path = fillPath(operation.path, parameters);
    const headers = headersForPrism(message, token ?? 'none', body !== undefined);
    const found = requestFaults(operation, prismOperation, path, headers, body).filter(
      ({ path }) => isReadable || path?.[0] === 'header' || path?.[0] === 'path',
    );
    const { parameters: outside, body: inside } = toViolations(contract, operation, found, body);
    findings.push(...[...outside, ...inside].map(toFinding('request')));
  }
  return findings;
}

async function readAgain(
  judge: <Result>(rule: () => Result | Promise<Result>) => Promise<Result | undefined>,
  operation: Operation,
  prismOperation: IHttpOperation,
  { headers }: IncomingMessage,
  bytes: Buffer = Buffer.alloc(0),
): Promise<{ isReadable: boolean; body: unknown }> {
  if (operation.request === undefined) return { isReadable: true, body: undefined };
  const again = Object.assign(Readable.from(bytes.length === 0 ? [] : [bytes]), {
    headers,
  }) as unknown as IncomingMessage;
  const taken = await judge(() => takeBody(again, operation, () => {}));
  if (taken === undefined) return { isReadable: false, body: undefined };
  if (prismOperation.request?.body?.required !== true && taken.bytes?.length === 0)
    return { isReadable: true, body: undefined };
  const body = await judge(() => parseBody(taken));
  return { isReadable: body !== undefined, body };
}

function asFindings({ code, message, errors }: ProblemError): Finding[] {
  if (errors.length > 0) return errors.map(toFinding('request'));
  // The parser quotes what it stumbled over; a body may hold what belongs into no log.
  const words = code === 'malformed_json' ? message.replace(/:.*$/s, '.') : message;
  return [
    { in: 'request', severity: 'error', place: places[code] ?? 'request', code, message: words },
  ];
}
