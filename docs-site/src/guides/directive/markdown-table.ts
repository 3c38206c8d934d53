/** Formats a Markdown table. Pipes in cells are escaped, and line breaks become spaces. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (name: string): string => `\`${name}\``;

/** Formats names as code, or a dash if there are none. */
export const codes = (names: readonly string[]): string =>
  names.length === 0 ? '–' : names.map(code).join(', ');
