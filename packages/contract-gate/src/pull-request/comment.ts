import type { Difference } from '../diff/comparison/change.ts';
import { markdown, safe } from '../diff/formats/markdown.ts';
import type { PullRequestReport } from './report.ts';

/** By this the one comment is found again. */
export const marker = '<!-- contract-gate -->';

const longest = 60_000;

/**
 * The comment on a pull request, as Markdown. Needs no installed package, so that the workflow
 * which may write installs none.
 *
 * @param runUrl page of the workflow run, where the built reference can be downloaded
 * @throws {Error} when the report has another form, which a pull request could have given it
 */
export function commentBody(report: unknown, runUrl: string): string {
  if (!isReport(report)) throw new Error('The report has not the form that is expected here.');
  const parts = [
    marker,
    '## Contract',
    report.complaints.length === 0
      ? 'Version, changelog, decisions, sunsets and released files are as they should be.'
      : `**Not ready to merge:**\n\n${report.complaints.map((complaint) => `- ${safe(complaint)}`).join('\n')}`,
    ...report.interfaces.map(({ change, sinceRelease, score }) =>
      section(change, sinceRelease, score),
    ),
    `The built reference and this report lie with the [workflow run](${runUrl}#artifacts).`,
  ];
  const body = parts.join('\n\n');
  return body.length <= longest
    ? body
    : `${body.slice(0, body.lastIndexOf('\n', longest))}\n\n… cut off here; the [workflow run](${runUrl}) has all of it.`;
}

function section(
  change: Difference | undefined,
  sinceRelease: Difference,
  score: { before: number | undefined; after: number | undefined },
): string {
  const points = (value: number | undefined) =>
    typeof value === 'number' ? value.toFixed(1) : 'none';
  const head = `${change === undefined ? '' : `${markdown([change]).trim()}\n\n`}Score: ${points(score.before)} before, ${points(score.after)} after.`;
  const released =
    sinceRelease.base === undefined || sinceRelease.changes.length === 0
      ? ''
      : `\n\n<details><summary>All since the last release: ${safe(sinceRelease.bump)}</summary>\n\n${markdown([sinceRelease]).trim()}\n\n</details>`;
  return head + released;
}

function isReport(value: unknown): value is PullRequestReport {
  if (
    !isRecord(value) ||
    value.format !== 1 ||
    !Array.isArray(value.interfaces) ||
    !Array.isArray(value.complaints)
  )
    return false;
  return (
    value.complaints.every((one) => typeof one === 'string') &&
    value.interfaces.length <= 2 &&
    value.interfaces.every(isInterface)
  );
}

const isInterface = (value: unknown): boolean =>
  isRecord(value) &&
  isRecord(value.score) &&
  isDifference(value.sinceRelease) &&
  (value.change === undefined || isDifference(value.change));

function isDifference(value: unknown): boolean {
  if (
    !isRecord(value) ||
    !strings(value, 'interface', 'bump') ||
    !isSide(value.revision) ||
    !(value.base === undefined || isSide(value.base)) ||
    !Array.isArray(value.changes)
  )
    return false;
  return value.changes.every(
    (change: unknown) =>
      isRecord(change) &&
      strings(change, 'bump', 'direction', 'what', 'reason', 'pointer') &&
      ['none', 'patch', 'minor', 'major'].includes(String(change.bump)) &&
      /^[a-z]+$/.test(String(change.direction)) &&
      Array.isArray(change.operations) &&
      change.operations.every((one: unknown) => typeof one === 'string') &&
      (change.source === undefined ||
        (isRecord(change.source) &&
          typeof change.source.file === 'string' &&
          typeof change.source.line === 'number')),
  );
}

const isSide = (value: unknown): boolean => isRecord(value) && strings(value, 'label', 'version');
const strings = (value: Record<string, unknown>, ...keys: string[]): boolean =>
  keys.every((key) => typeof value[key] === 'string');
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
