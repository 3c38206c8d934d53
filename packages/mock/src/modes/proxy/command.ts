import { addressOf, type Line, oneOf, UsageError } from '../../cli/arguments.ts';
import type { Output } from '../../cli/output.ts';
import type { InterfaceName, ProxyMock } from '../../public.ts';
import { checkReportPath, writeReport } from './write-report.ts';

/** The options of the command that need the mode proxy. */
export const ofTheProxy = ['upstream', 'report', 'fail-on'];

const interfaceNames: readonly InterfaceName[] = ['lastmile', 'marketplace'];
const culprits = ['requests', 'answers', 'any'] as const;

/** What is to happen at the end of a proxy. */
export interface Ending {
  file: string | undefined;
  failOn: (typeof culprits)[number] | undefined;
}

/** @throws {UsageError} */
export function upstreamsOf(line: Line): Partial<Record<InterfaceName, string>> {
  const upstreams: Partial<Record<InterfaceName, string>> = {};
  for (const given of line.values('upstream') ?? []) {
    const [, name = '', url = ''] = /^([^=]*)=(.*)$/s.exec(given) ?? [];
    if (url === '')
      throw new UsageError(
        `--upstream takes a name and an address, such as lastmile=http://127.0.0.1:3000, not '${given}'.`,
      );
    const known = oneOf('upstream', name, interfaceNames);
    if (upstreams[known] !== undefined) throw new UsageError(`--upstream names ${known} twice.`);
    upstreams[known] = addressOf('upstream', url);
  }
  if (Object.keys(upstreams).length === 0)
    throw new UsageError(
      '--upstream is missing: say what is judged, such as --upstream lastmile=http://127.0.0.1:3000.',
    );
  return upstreams;
}

/**
 * @throws {Error} where the report could not be written, {@link UsageError} where --fail-on makes
 * no sense
 */
export function endingOf(line: Line): Ending {
  const [file, failOn] = [line.value('report'), line.value('fail-on')];
  const ending = {
    file,
    failOn: failOn === undefined ? undefined : oneOf('fail-on', failOn, culprits),
  };
  if (file !== undefined) checkReportPath(file);
  return ending;
}

/**
 * Writes the report, and says in a line what was found.
 *
 * @returns the exit code: 1 where something was found that `--fail-on` names
 */
export function endProxy(mock: ProxyMock, { file, failOn }: Ending, { print }: Output): number {
  const report = mock.report();
  if (file !== undefined) writeReport(file, report);
  const {
    requests,
    request_errors: inRequests,
    answer_errors: inAnswers,
    warnings,
  } = report.counts;
  const found = { requests: inRequests, answers: inAnswers, any: inRequests + inAnswers };
  const sum = `${requests} requests: ${inRequests} errors in requests, ${inAnswers} in answers, ${warnings} warnings.`;
  print(file === undefined ? sum : `${sum} The report is in ${file}.`, {
    ...report.counts,
    ...(file !== undefined && { report: file }),
  });
  return failOn !== undefined && found[failOn] > 0 ? 1 : 0;
}
