import type { Row, Twin } from './row.ts';

/** The table of the README, from the rows that the tests run. */
export function tableMarkdown(rows: readonly Row[]): string {
  const cell = (twin: Twin | string) =>
    typeof twin === 'string' ? `– ${twin}` : `**${twin.bump}** ${twin.what}`;
  const lines = rows.map(
    ({ place, kind, breaking, harmless }) =>
      `| ${place} | ${kind} | ${cell(breaking)} | ${cell(harmless)} |`,
  );
  return ['| Where | What | Breaking form | Harmless form |', '|---|---|---|---|', ...lines].join(
    '\n',
  );
}
