import { readFileSync } from 'node:fs';

/** One attempt of one step, as a report of `redocly respect` has it. */
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
  /** There for a workflow. */
  readonly executedSteps?: readonly Executed[];
}

/**
 * Reads a report (`--json-output`): every attempt of every step, in the order in which they were
 * made. `undefined` where there is no report.
 */
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

/**
 * What was wrong with the answer to a step: where, and indented below it what. Empty when nothing
 * was.
 */
export function faultsOf({ stepId, request, response, checks = [] }: Attempt): string[] {
  const failed = checks.filter(({ passed }) => !passed);
  if (failed.length === 0) return [];
  const what = failed.flatMap(inWords).map((line) => `  ${line}`);
  if (!request?.url || response === undefined) return [`${stepId}: no answer`, ...what];
  const { method, url } = request;
  const id = response.headers['request-id'] ?? 'no Request-Id';
  return [
    `${stepId}: ${method.toUpperCase()} ${new URL(url).pathname} answered ${response.statusCode} (${id})`,
    ...what,
  ];
}

function inWords({ name, condition, message }: Check): string[] {
  if (name === 'schema check')
    return message
      .split(/\n(?=[A-Z]+ )/)
      .filter(isFinding)
      .map(schemaFinding);
  const words = (condition || message).replace(/\s+/g, ' ').trim();
  return [words === '' ? name : `${name}: ${words}`];
}

const isFinding = (block: string): boolean => block.trim() !== '';

/**
 * `KEYWORD what is wrong`, and below it the answer with the place marked; the first line marked is
 * kept, unless it only opens something.
 */
function schemaFinding(block: string): string {
  const [, what = block.trim()] = /^[A-Z]+ (.*)$/m.exec(block) ?? [];
  const place = /^> +\d+ \| *(.*?),?$/m.exec(block)?.[1] ?? '';
  return `schema check: ${what}${/^[[{]?$/.test(place) ? '' : `, at ${place}`}`;
}
