import { type ProblemItem, suggest } from '@delivery-api/sandbox';
import type { Operation } from '@delivery-api/specs/contract';
import type { ExampleChoice } from './api-request.ts';

/**
 * Reads `Prefer: code=…, example=…` (RFC 7240) and ignores other preferences, as the RFC requires.
 * Without `code`, the example determines the status: example names are unique in an operation.
 *
 * @returns the choice, or the error in the preference; `undefined` if `prefer` contains neither
 * `code` nor `example`
 */
export function readPrefer(
  operation: Operation,
  prefer: string | undefined,
): ExampleChoice | ProblemItem | undefined {
  const { code, example } = preferences(prefer);
  if (code === undefined && example === undefined) return undefined;
  const statuses = operation.responses.map(({ status }) => String(status));
  if (code !== undefined && !statuses.includes(code)) {
    return notDocumented(
      `code=${code} is not documented for ${operation.id}; use ${statuses.join(', ')}.`,
    );
  }
  if (example === undefined) return { status: Number(code), example };
  const owners = operation.responses.filter((response) =>
    exampleNames([response]).includes(example),
  );
  const owner = owners.find(({ status }) => code === undefined || String(status) === code);
  if (owner !== undefined) return { status: owner.status, example };
  if (owners[0] !== undefined)
    return notDocumented(`example=${example} belongs to code=${owners[0].status}, not to ${code}.`);
  const names = exampleNames(
    operation.responses.filter(({ status }) => code === undefined || String(status) === code),
  );
  const guess = suggest(example, names);
  const list = names.join(', ');
  const known = names.length === 0 ? 'no examples are documented' : `use ${list}`;
  return notDocumented(
    `example=${example} is not documented for ${operation.id}${code === undefined ? '' : ` with code=${code}`}; ` +
      `${guess === undefined ? known : `did you mean ${guess}? Documented examples: ${list}`}.`,
  );
}

export const isProblemItem = (read: ExampleChoice | ProblemItem | undefined): read is ProblemItem =>
  read !== undefined && 'message' in read;

const notDocumented = (message: string): ProblemItem => ({
  header: 'Prefer',
  code: 'not_documented',
  message,
});

const exampleNames = (responses: Operation['responses']): string[] =>
  responses.flatMap(({ content }) => content?.examples.map(({ name }) => name) ?? []);

function preferences(prefer = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const part of prefer.split(/[,;]/)) {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*"?([^"]*?)"?\s*$/.exec(part) ?? [];
    if (name !== undefined && value !== undefined) found[name.toLowerCase()] ??= value;
  }
  return found;
}
