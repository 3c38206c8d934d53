import type { Form, Row } from './row.ts';

/** Returns the README table. */
export function tableMarkdown(rows: readonly Row[]): string {
  const cell = (form: Form | string) =>
    typeof form === 'string' ? `– ${form}` : `**${form.bump}** ${form.what}`;
  const lines = rows.map(
    ({ place, kind, breaking, compatible }) =>
      `| ${place} | ${kind} | ${cell(breaking)} | ${cell(compatible)} |`,
  );
  return [
    '| Location | Aspect | Breaking change | Compatible change |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n');
}
