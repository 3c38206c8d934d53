import type { Form, Row } from './row.ts';

/** Returns the table of the README. */
export function tableMarkdown(rows: readonly Row[]): string {
  const cell = (form: Form | string) =>
    typeof form === 'string' ? `– ${form}` : `**${form.bump}** ${form.what}`;
  const lines = rows.map(
    ({ place, kind, breaking, harmless }) =>
      `| ${place} | ${kind} | ${cell(breaking)} | ${cell(harmless)} |`,
  );
  return ['| Place | Kind | Breaking form | Harmless form |', '|---|---|---|---|', ...lines].join(
    '\n',
  );
}
