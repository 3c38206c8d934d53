import type { Difference } from '../comparison/change.ts';

/**
 * For a pull request's lines: one workflow command a change. A major one warns, a minor one is a
 * notice; words are not shown.
 */
export const github = (differences: readonly Difference[]): string =>
  differences
    .flatMap(({ changes }) => changes)
    .filter(({ bump }) => bump === 'major' || bump === 'minor')
    .map(({ bump, source, what, reason, direction }) =>
      command(
        bump === 'major' ? 'warning' : 'notice',
        `${bump} (${direction})`,
        `${what} ${reason}`,
        source,
      ),
    )
    .join('');

/**
 * A GitHub workflow command that annotates a line.
 *
 * @see https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function command(
  level: 'error' | 'warning' | 'notice',
  title: string,
  message: string,
  source?: { file: string; line: number },
): string {
  const place = source === undefined ? '' : `file=${property(source.file)},line=${source.line},`;
  return `::${level} ${place}title=${property(title)}::${data(message)}\n`;
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
