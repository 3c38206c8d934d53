import type { Contract } from '@delivery-api/specs/contract';
import { referenceAddress } from './reference-address.ts';
import { newValue, type Step, sequence, variablesOf } from './sequence.ts';

function request(contract: Contract, { id, title, operation, saves, ...step }: Step): string {
  const { method, url, headers, body } = step;
  const text = [
    `### ${title}`,
    ...(operation === undefined ? [] : [`# ${referenceAddress(contract, operation)}`]),
    `# @name ${id}`,
    `${method} ${url}`,
    'Authorization: Bearer {{token}}',
    'Accept: application/json, application/problem+json',
    ...(body === undefined ? [] : ['Content-Type: application/json']),
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
    ...handler(saves),
  ].join('\n');
  return text.replaceAll(newValue, '{{$uuid}}');
}

/**
 * Returns the lines of a response handler that saves members of the response as variables; empty if
 * there are none. The syntax is that of the JetBrains HTTP client, which httpYac also supports.
 */
function handler(saves: Step['saves']): string[] {
  const lines = Object.entries(saves).map(
    ([variable, member]) => `  client.global.set("${variable}", response.body.${member});`,
  );
  return lines.length === 0 ? [] : ['', '> {%', ...lines, '%}'];
}

/**
 * Returns the sequence of requests in the format of the JetBrains HTTP client and of httpYac, which
 * has an extension for Visual Studio Code and a command.
 */
export function httpFile(contract: Contract): string {
  const steps = sequence(contract);
  const saved = new Set(steps.flatMap(({ saves }) => Object.keys(saves)));
  const head = [
    `# ${contract.title} ${contract.version}: requests for every operation. Start the sandbox with \`npm start\` in a clone of the repository.`,
    '# Send the requests in order: later requests use IDs and revisions from earlier responses.',
    '# For the JetBrains HTTP client and httpYac (Visual Studio Code, or `httpyac send --all`).',
    ...Object.entries(variablesOf(contract))
      .filter(([name]) => !saved.has(name))
      .map(([name, value]) => `@${name} = ${value}`),
  ].join('\n');
  return `${[head, ...steps.map((step) => request(contract, step))].join('\n\n')}\n`;
}
