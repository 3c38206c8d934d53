import type { SourceLine } from '../../documents/source-locator.ts';
import { compareBumps } from '../comparison/bump.ts';
import type { Difference } from '../comparison/change.ts';

/** GitHub shows at most ten annotations of each level per step. */
const maxAnnotations = 10;

/**
 * Formats differences as annotations of a pull request: a warning for a major change, a notice for
 * a minor change, and nothing for a patch. Returns at most ten annotations, major changes first.
 */
export const github = (differences: readonly Difference[]): string =>
  differences
    .flatMap(({ changes }) => changes)
    .filter(({ bump }) => bump === 'major' || bump === 'minor')
    .toSorted((one, other) => compareBumps(other.bump, one.bump))
    .slice(0, maxAnnotations)
    .map(({ bump, source, what, reason, direction }) =>
      workflowCommand(
        bump === 'major' ? 'warning' : 'notice',
        `${bump} (${direction})`,
        `${what} ${reason}`,
        source,
      ),
    )
    .join('');

/**
 * Returns a GitHub workflow command that annotates a line.
 *
 * @see https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function workflowCommand(
  level: 'error' | 'warning' | 'notice',
  title: string,
  message: string,
  source?: SourceLine,
): string {
  const location =
    source === undefined ? '' : `file=${escapeProperty(source.file)},line=${source.line},`;
  return `::${level} ${location}title=${escapeProperty(title)}::${escapeData(message)}\n`;
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
