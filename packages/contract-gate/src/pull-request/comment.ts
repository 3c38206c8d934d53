import type { Difference } from '../diff/comparison/change.ts';
import { escapeMarkdown, markdown } from '../diff/formats/markdown.ts';
import type { PullRequestReport } from './report.ts';

/** Identifies the comment, so that later runs update it. */
export const marker = '<!-- contract-gate -->';

/** Maximum length in characters; GitHub accepts 65,536. */
const maxLength = 60_000;

/**
 * Returns the comment on a pull request as Markdown. This module must not import installed
 * packages, because the workflow with write permission installs none.
 *
 * @param runUrl page of the workflow run with the built reference
 * @throws {Error} if the report is invalid; the pull request controls its content
 */
export function commentBody(report: unknown, runUrl: string): string {
  if (!isReport(report)) throw new Error('The report is invalid.');
  const parts = [
    marker,
    '## Contract',
    report.complaints.length === 0
      ? 'Version, changelog, decisions, sunsets and released files are valid.'
      : `**Not ready to merge:**\n\n${report.complaints.map((message) => `- ${escapeMarkdown(message)}`).join('\n')}`,
    ...report.interfaces.map(({ change, sinceRelease, score }) =>
      section(change, sinceRelease, score),
    ),
    `The built reference and this report are artifacts of the [workflow run](${runUrl}#artifacts).`,
  ];
  const body = parts.join('\n\n');
  return body.length <= maxLength
    ? body
    : `${body.slice(0, body.lastIndexOf('\n', maxLength))}\n\n… truncated; the [workflow run](${runUrl}) has the full report.`;
}

function section(
  change: Difference | undefined,
  sinceRelease: Difference,
  score: { before: number | undefined; after: number | undefined },
): string {
  const points = (value: number | undefined) =>
    typeof value === 'number' ? value.toFixed(1) : 'none';
  const changes =
    change === undefined
      ? `### ${escapeMarkdown(sinceRelease.interface)}\n\nThe base branch has no valid contract to compare with.`
      : markdown([change]).trim();
  const head = `${changes}\n\nRedocly score: ${points(score.before)} before, ${points(score.after)} after.`;
  const released =
    sinceRelease.base === undefined || sinceRelease.changes.length === 0
      ? ''
      : `\n\n<details><summary>All changes since the last release (required version bump: ${escapeMarkdown(sinceRelease.bump)})</summary>\n\n${markdown([sinceRelease]).trim()}\n\n</details>`;
  return head + candidateNote(change, sinceRelease) + released;
}

/**
 * States that a breaking change is allowed only because the last release is a release candidate.
 */
function candidateNote(change: Difference | undefined, { base }: Difference): string {
  if (change?.bump !== 'major' || base === undefined || !base.version.includes('-')) return '';
  return `\n\n**This change is breaking.** It is allowed because ${escapeMarkdown(base.version)} is a release candidate. After the stable release, it would require a new major version.`;
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
    value.complaints.every((message) => typeof message === 'string') &&
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
