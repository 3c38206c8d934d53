import type { Contract, InterfaceName, Operation, Response } from '@delivery-api/specs/contract';
import { loadContract } from '@delivery-api/specs/contract';
import { createValidate, type Validate } from '@delivery-api/specs/validate';
import type { WireAnswer } from './wire.ts';

/** One interface, and the closed check of its answers. */
export interface Judged {
  name: InterfaceName;
  contract: Contract;
  /** What the contract does not name is a finding; values of growing enums are none. */
  validate: Validate;
}

/** Both contracts as they were bundled last. */
export const interfaces: readonly Judged[] = (['lastmile', 'marketplace'] as const).map((name) => {
  const contract = loadContract(new URL(`../../specs/dist/${name}.json`, import.meta.url));
  return { name, contract, validate: createValidate(contract) };
});

const ofHttp = ['connection', 'content-length', 'content-type', 'date', 'keep-alive'];

/**
 * Holds an answer against the contract, closed: status, media type, headers, body, and for a
 * refusal the catalogue.
 *
 * @param operation `undefined` where the request met none; then only what the server as a whole may
 * say will do
 * @returns what is wrong, or an empty list
 */
export function judge(
  judged: Judged,
  operation: Operation | undefined,
  answer: WireAnswer,
  method: string,
): string[] {
  if (answer.status >= 400 || operation === undefined)
    return judgeProblem(judged, operation, answer, method);
  const documented = operation.responses.find(({ status }) => status === answer.status);
  if (documented === undefined) return [`${answer.status} is not documented for ${operation.id}`];
  return [
    ...judgeHeaders(judged, documented, answer),
    ...judgeBody(judged, documented, answer, method),
  ];
}

function judgeProblem(
  { contract, validate }: Judged,
  operation: Operation | undefined,
  answer: WireAnswer,
  method: string,
): string[] {
  const found: string[] = [];
  const tell = (isWrong: boolean, what: string): void => void (isWrong && found.push(what));
  tell(
    answer.headers['content-type'] !== 'application/problem+json',
    `the media type is ${answer.headers['content-type']}`,
  );
  tell(!answer.headers['request-id'], 'there is no Request-Id');
  if (method === 'HEAD') return found;
  const problem = parsed(answer.text) as Record<string, unknown> | undefined;
  if (problem === undefined) return [...found, 'the body is not JSON'];
  const entry = contract.problems.get(String(problem.code));
  if (entry === undefined) return [...found, `the code '${problem.code}' is not in the catalogue`];
  found.push(...validate({ $ref: '#/components/schemas/Problem' }, problem));
  tell(
    entry.status !== answer.status || problem.status !== answer.status,
    `${answer.status} does not belong to ${entry.code}`,
  );
  tell(problem.type !== `${contract.docsBase}/errors#${entry.code}`, `the type is ${problem.type}`);
  tell(problem.retryable !== entry.retryable, 'retryable is not that of the catalogue');
  tell(problem.request_id !== answer.headers['request-id'], 'request_id is not the Request-Id');
  const isDocumented =
    operation?.responses.some(({ codes }) => codes.includes(entry.code)) ?? false;
  tell(
    entry.scope !== 'server' && operation !== undefined && !isDocumented,
    `${entry.code} is not documented for ${operation?.id}`,
  );
  for (const name of entry.extensions)
    tell(!(name in problem), `${entry.code} comes without ${name}`);
  tell(
    answer.status === 401 && !/^Bearer/.test(answer.headers['www-authenticate'] ?? ''),
    '401 comes without WWW-Authenticate',
  );
  tell(answer.status === 405 && !answer.headers.allow, '405 comes without Allow');
  return found;
}

function judgeHeaders(
  { validate }: Judged,
  documented: Response,
  { headers }: WireAnswer,
): string[] {
  const known = new Map(documented.headers.map((header) => [header.name.toLowerCase(), header]));
  return [
    ...Object.keys(headers)
      .filter((name) => !known.has(name) && !ofHttp.includes(name))
      .map((name) => `the header ${name} is not in the contract`),
    ...[...known].flatMap(([name, { required, schema }]) => {
      const value = headers[name];
      if (value === undefined) return required ? [`the header ${name} is missing`] : [];
      return validate(schema, schema.type === 'integer' ? Number(value) : value).map(
        (fault) => `the header ${name}${fault}`,
      );
    }),
  ];
}

function judgeBody(
  { validate }: Judged,
  { content, status }: Response,
  { headers, text }: WireAnswer,
  method: string,
): string[] {
  if (method === 'HEAD') return [];
  if (content === undefined) return text === '' ? [] : [`${status} comes with a body`];
  if (headers['content-type'] !== content.mediaType)
    return [`the media type is ${headers['content-type']}`];
  const body = parsed(text);
  return body === undefined ? ['the body is not JSON'] : validate(content.schema, body);
}

/** `undefined` where it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
