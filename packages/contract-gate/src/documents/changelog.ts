import type { InterfaceName } from '@delivery-api/specs/contract';

/** One entry: `## 1.2.0 (2026-11-20)`, or `## 1.2.0 (unreleased)` until it is. */
export interface Entry {
  version: string;
  date: string | undefined;
  text: string;
}

const headingPattern = /^## (\S+)(?: \((\d{4}-\d{2}-\d{2}|unreleased)\))?[ \t]*$/gm;

export const changelogFile = (name: InterfaceName): string => `specs/changelog/${name}.md`;

/** The entries of a changelog, in the order in which they stand. */
export function entries(markdown: string): Entry[] {
  const headings = [...markdown.matchAll(headingPattern)];
  return headings.map((heading, index) => ({
    version: heading[1] ?? '',
    date: heading[2] === 'unreleased' ? undefined : heading[2],
    text: markdown
      .slice((heading.index ?? 0) + heading[0].length, headings[index + 1]?.index)
      .trim(),
  }));
}

/** The changelog with a new entry on top. */
export function withEntry(markdown: string, version: string, text: string): string {
  const first = markdown.search(/^## /m);
  const entry = `## ${version} (unreleased)\n\n${text.trim()}\n`;
  return first < 0
    ? `${markdown.trimEnd()}\n\n${entry}`
    : `${markdown.slice(0, first)}${entry}\n${markdown.slice(first)}`;
}

/** The changelog with the day of the release in the heading of a version. */
export const dated = (markdown: string, version: string, date: string): string =>
  markdown.replaceAll(headingPattern, (heading, found) =>
    found === version ? `## ${version} (${date})` : heading,
  );
