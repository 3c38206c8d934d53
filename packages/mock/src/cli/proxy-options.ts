import type { InterfaceName, ProxyMock } from '../api/types.ts';
import { optionSchemas } from '../schemas/options.ts';
import { type CommandLine, checkValue, UsageError } from './arguments.ts';
import { commands } from './commands.ts';
import type { Output } from './output.ts';
import { checkReportPath, writeReport } from './write-report.ts';

/** The options that require `proxy` mode. */
export const proxyOptionNames = ['upstream', 'report', 'fail-on'];

/** The values of `--report` and `--fail-on`. */
export interface ReportOptions {
  file: string | undefined;
  failOn: string | undefined;
}

/**
 * Returns the URLs in the `--upstream` options, by interface.
 *
 * @throws {UsageError} if there is no URL, a value is invalid, or an interface has two URLs
 */
export function readUpstreams(line: CommandLine): Partial<Record<InterfaceName, string>> {
  const upstreams: Partial<Record<InterfaceName, string>> = {};
  for (const text of line.values('upstream') ?? []) {
    const [, name = '', url = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    if (url === '')
      throw new UsageError(
        `--upstream must be NAME=URL, such as lastmile=http://127.0.0.1:3000; got '${text}'.`,
      );
    checkValue('upstream NAME', optionSchemas.interface, name);
    checkValue(`upstream ${name}`, commands.start.options.webhook.schema, url);
    if (upstreams[name as InterfaceName] !== undefined)
      throw new UsageError(`--upstream contains ${name} twice.`);
    upstreams[name as InterfaceName] = url;
  }
  if (Object.keys(upstreams).length === 0)
    throw new UsageError(
      '--upstream is missing. Set the URL of the service to validate, such as --upstream lastmile=http://127.0.0.1:3000.',
    );
  return upstreams;
}

/**
 * Returns the values of `--report` and `--fail-on`, and checks the path of the report.
 *
 * @throws {Error} if the path is a folder, or if its parent folder is missing or not writable
 */
export function readReportOptions(line: CommandLine): ReportOptions {
  const file = line.value('report');
  if (file !== undefined) checkReportPath(file);
  return { file, failOn: line.value('fail-on') };
}

/**
 * Writes the report if `--report` is set, and prints a summary.
 *
 * @returns the exit code: 1 if the messages that `--fail-on` selects have errors, otherwise 0
 * @throws {Error} if the report cannot be written
 */
export function endProxy(
  mock: ProxyMock,
  { file, failOn }: ReportOptions,
  { print }: Output,
): number {
  const report = mock.report();
  if (file !== undefined) writeReport(file, report);
  const {
    requests,
    request_errors: inRequests,
    response_errors: inResponses,
    warnings,
  } = report.counts;
  const errors: Record<string, number> = {
    requests: inRequests,
    responses: inResponses,
    any: inRequests + inResponses,
  };
  const parts = [
    counted(inRequests, 'request error'),
    counted(inResponses, 'response error'),
    counted(warnings, 'warning'),
  ];
  const summary = `${counted(requests, 'request')}: ${parts.join(', ')}.`;
  print(file === undefined ? summary : `${summary} The report is in ${file}.`, {
    ...report.counts,
    ...(file !== undefined && { report: file }),
  });
  return failOn !== undefined && (errors[failOn] ?? 0) > 0 ? 1 : 0;
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
