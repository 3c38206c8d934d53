import { readFileSync } from 'node:fs';

/** One attempt of a step, as in a report of `redocly respect`. */
export interface Attempt {
  readonly stepId: string;
  readonly request?: { readonly method: string; readonly url: string };
  readonly response?: {
    readonly statusCode: number;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly checks?: readonly Check[];
}

interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly message: string;
  readonly condition?: string;
}

interface Executed extends Attempt {
  /** Present for a nested workflow. */
  readonly executedSteps?: readonly Executed[];
}

/** Returns the attempts in a report (`--json-output`), in order; `undefined` without a report. */
export function readReport(file: string): Attempt[] | undefined {
  let report: { files: Record<string, { executedWorkflows: Executed[] }> };
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
  const flat = (one: Executed): Executed[] =>
    one.executedSteps === undefined ? [one] : one.executedSteps.flatMap(flat);
  return Object.values(report.files).flatMap(({ executedWorkflows }) =>
    executedWorkflows.flatMap(flat),
  );
}

/** Returns the failed checks of an attempt: the request, and indented lines with the checks. */
export function failuresOf({ stepId, request, response, checks = [] }: Attempt): string[] {
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length === 0) return [];
  const what = failed.flatMap(describeFailure).map((line) => `  ${line}`);
  if (!request?.url || response === undefined) return [`${stepId}: no response`, ...what];
  const { method, url } = request;
  const id = response.headers['request-id'] ?? 'no Request-Id';
  return [
    `${stepId}: ${method.toUpperCase()} ${new URL(url).pathname} returned ${response.statusCode} (${id})`,
    ...what,
  ];
}

function describeFailure({ name, condition, message }: Check): string[] {
  if (name === 'schema check')
    return message
      .split(/\n(?=[A-Z]+ )/)
      .filter(isFinding)
      .map(schemaFinding);
  const text = (condition || message).replace(/\s+/g, ' ').trim();
  return [text === '' ? name : `${name}: ${text}`];
}

const isFinding = (block: string): boolean => block.trim() !== '';

/**
 * Formats a schema violation on one line: the message and the first marked line of the response,
 * unless that line only opens an object or array.
 *
 * @param block a line `KEYWORD message`, followed by the response with marked lines
 */
function schemaFinding(block: string): string {
  const [, what = block.trim()] = /^[A-Z]+ (.*)$/m.exec(block) ?? [];
  const location = /^> +\d+ \| *(.*?),?$/m.exec(block)?.[1] ?? '';
  return `schema check: ${what}${/^[[{]?$/.test(location) ? '' : `, at ${location}`}`;
}
