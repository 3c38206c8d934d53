import type { Contract, Example } from '@delivery-api/specs/contract';
import { type Request, referenceAddress, requestsOf, variables } from './requests.ts';

function request(
  contract: Contract,
  { operation, path, headers }: Request,
  body: Example | undefined,
): string {
  const filled = path
    .reduce(
      (url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(String(example))),
      operation.path,
    )
    .replace(/\{(\w+)\}/, '{{$1}}');
  return [
    `### ${operation.id}: ${body === undefined ? operation.summary : body.summary}`,
    `# ${referenceAddress(contract, operation)}`,
    `# @name ${body === undefined ? operation.id : body.name}`,
    `${operation.method.toUpperCase()} {{baseUrl}}${filled}`,
    'Authorization: Bearer {{token}}',
    'Accept: application/json, application/problem+json',
    ...(body === undefined ? [] : ['Content-Type: application/json']),
    ...headers
      .filter(({ required }) => required)
      .map(({ name, value }) => `${name}: ${value}${body === undefined ? '' : `-${body.name}`}`),
    ...(body === undefined ? [] : ['', JSON.stringify(body.value, null, 2)]),
  ].join('\n');
}

/**
 * Returns every operation as a request in the format of the JetBrains HTTP client and the REST
 * Client of Visual Studio Code, once for each example of its body. Idempotency keys use the
 * variable `run`, because the two tools have different syntax for random values.
 */
export function httpFile(contract: Contract): string {
  const head = [
    `# ${contract.title} ${contract.version}: every operation, against the sandbox of \`npm start\`.`,
    '# Give `run` another value for another intention: with the same one, a request is the repetition of an earlier one.',
    ...Object.entries({ ...variables(contract), run: 'run-1' }).map(
      ([name, value]) => `@${name} = ${value}`,
    ),
  ].join('\n');
  const requests = requestsOf(contract, () => '{{run}}').flatMap((one) =>
    (one.bodies.length === 0 ? [undefined] : one.bodies).map((body) =>
      request(contract, one, body),
    ),
  );
  return `${[head, ...requests].join('\n\n')}\n`;
}
