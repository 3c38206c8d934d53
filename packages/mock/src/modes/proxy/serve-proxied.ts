import { ProblemError } from '@delivery-api/sandbox/kernel/problem-error.ts';
import type { LoadedContract } from '../../contract/built-contract.ts';
import { toProblem } from '../../contract/problem.ts';
import { createRouter } from '../../contract/router.ts';
import { readBody } from '../../http/read-body.ts';
import type { Hint, Incoming, Outcome, ServedInterface } from '../../http/serve-interface.ts';
import { ClientGone } from '../../http/take-body.ts';
import { parseTarget } from '../../http/target.ts';
import { answerFinding, type Finding, findingText } from './finding.ts';
import { forward, maxBytes, NoAnswer, type UpstreamAnswer } from './forward.ts';
import { judgeAnswer } from './judge-answer.ts';
import { judgeRequest } from './judge-request.ts';
import type { Recorder } from './recorder.ts';

export interface ProxyParts {
  /** The base address of the real implementation, without a slash at its end. */
  upstream: string;
  timeoutSeconds: number;
  recorder: Recorder;
  /** Cuts off what is under way. */
  stopped: AbortSignal;
  hint: Hint;
}

/**
 * Serves an interface by asking the real implementation. The contract judges what passes; nothing
 * is refused, and nothing changed.
 */
export function serveProxied(
  { contract, operations }: LoadedContract,
  parts: ProxyParts,
): ServedInterface {
  const route = createRouter(contract.operations);

  const handle: ServedInterface['handle'] = async (
    { message, path, requestId, invite }: Incoming,
    note,
  ): Promise<Outcome> => {
    const method = message.method ?? 'GET';
    const isHead = method === 'HEAD';
    const match = route(path);
    const operation = [...(match?.operations ?? [])].find(
      ([known]) => known === (isHead ? 'get' : method.toLowerCase()),
    )?.[1];
    const prismOperation = operation && operations.get(operation.id);
    if (operation !== undefined) note(operation);
    const bytes = await wholeBody(message, invite);
    const findings: Finding[] = [];
    const strange = (place: string, code: string, words: string): void =>
      void findings.push({ in: 'request', severity: 'error', place, code, message: words });
    if (match === undefined)
      strange('path', 'path_not_found', `is not in the contract: ${parts.hint(path)}`);
    else if (operation === undefined || prismOperation === undefined)
      strange(
        'method',
        'method_not_allowed',
        `must be ${[...match.operations.keys()].join(' or ').toUpperCase()}, not ${method}`,
      );
    else
      findings.push(
        ...(await judgeRequest(contract, operation, prismOperation, match, message, bytes)),
      );

    const { query } = parseTarget(message.url ?? '/');
    const target = `${path}${query === '' ? '' : `?${query}`}`;
    let answer: UpstreamAnswer | undefined;
    let refusal: ProblemError | undefined;
    try {
      answer = await forward(
        message,
        parts.upstream,
        target,
        bytes,
        parts.timeoutSeconds,
        parts.stopped,
      );
      if (operation !== undefined && prismOperation !== undefined)
        findings.push(...(await judgeAnswer(contract, operation, prismOperation, answer, isHead)));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (parts.stopped.aborted) throw new ClientGone();
      refusal = new ProblemError(
        'internal_error',
        `The upstream ${parts.upstream} ${error.message}.`,
      );
      findings.push(answerFinding('connection', 'no_answer', `The upstream ${error.message}`));
    }
    parts.recorder.add({
      interface: contract.name,
      operation: operation?.id,
      status: answer?.status ?? 0,
      method,
      path,
      requestId,
      findings,
    });
    const told = {
      findings: findings.filter((one) => one.in === 'request').map(findingText),
      answerFindings: findings.filter((one) => one.in === 'answer').map(findingText),
    };
    if (answer === undefined) {
      const problem = toProblem(contract, refusal as ProblemError, requestId, path);
      const headers = { 'Request-Id': requestId, 'Content-Type': 'application/problem+json' };
      return {
        reply: { status: problem.status, headers, body: JSON.stringify(problem) },
        code: 'internal_error',
        ...told,
      };
    }
    const { status, passed, bytes: body, headers } = answer;
    const hasNoBody = isHead || status === 304 || status === 204;
    const length =
      hasNoBody && headers['content-length'] !== undefined
        ? { 'Content-Length': String(headers['content-length']) }
        : {};
    return {
      reply: { status, headers: { ...passed, ...length }, body: hasNoBody ? undefined : body },
      ...told,
    };
  };
  return { contract, route, checksAnswers: false, handle };
}

/**
 * The body of a request as it was sent; `undefined` where there is none. @throws {ProblemError |
 * ClientGone}
 */
async function wholeBody(
  message: Incoming['message'],
  invite: () => void,
): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': chunked } = message.headers;
  if (length === undefined && chunked === undefined) return undefined;
  invite();
  const { bytes, fault } = await readBody(message, maxBytes, false);
  if (fault === 'gone') throw new ClientGone();
  if (bytes === undefined)
    throw new ProblemError(
      'payload_too_large',
      `Bodies of more than ${maxBytes} bytes are not passed on.`,
      { members: { max_bytes: maxBytes } },
    );
  return bytes;
}
