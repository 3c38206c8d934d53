/** One row of the results table. */
export interface Result {
  tool: string;
  version: string;
  step: string;
  result: 'passed' | 'passed with exceptions' | 'failed';
  note: string;
}

/** An OpenAPI document and the JSON bodies of its examples. */
export interface Bundle {
  name: string;
  /** Path of the JSON file. */
  file: string;
  document: OpenApi;
  examples: Example[];
}

// biome-ignore lint/suspicious/noExplicitAny: each tool has its own document type.
export type OpenApi = any;

/** An example of a request, a response or an event. */
export interface Example {
  name: string;
  /** Name of its component schema. */
  schema: string;
  value: unknown;
}

/** Expected findings: a defect of the tool, or a rule that does not apply to the contracts. */
export interface Exception {
  /** Matches the expected findings. */
  findings: RegExp;
  reason: string;
}

export interface Step {
  name: string;
  exceptions?: Exception[];
  /** Returns one line for each problem that the tool reports in the document. */
  run(bundle: Bundle): string[] | Promise<string[]>;
}

export interface Tool {
  /** Name of its npm package. */
  name: string;
  steps: Step[];
}

/** Maximum number of findings that a note lists. */
const listed = 3;

/**
 * Runs a step on every document.
 *
 * @returns the result, which is `failed` if a finding matches no exception, or an exception matches
 * no finding
 */
export async function runStep(
  tool: string,
  version: string,
  { name: step, exceptions = [], run }: Step,
  bundles: readonly Bundle[],
): Promise<Result> {
  const findings: string[] = [];
  for (const bundle of bundles)
    try {
      for (const finding of await run(bundle)) findings.push(`${bundle.name}: ${finding}`);
    } catch (error) {
      findings.push(`${bundle.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  const unexplained = findings.filter((line) => !exceptions.some((one) => one.findings.test(line)));
  const unused = exceptions.filter((one) => !findings.some((line) => one.findings.test(line)));
  const of = (result: Result['result'], note: string): Result => ({
    tool,
    version,
    step,
    result,
    note,
  });
  if (unexplained.length > 0) {
    const rest = unexplained.length - listed;
    const more = rest > 0 ? [`and ${rest} more`] : [];
    return of('failed', [...unexplained.slice(0, listed), ...more].join('; '));
  }
  if (unused.length > 0)
    return of(
      'failed',
      unused
        .map(({ findings: one }) => `No finding matches ${one}. Remove the exception.`)
        .join(' '),
    );
  if (exceptions.length === 0) return of('passed', '');
  return of('passed with exceptions', exceptions.map(({ reason }) => reason).join(' '));
}
