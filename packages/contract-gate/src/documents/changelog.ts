import type { InterfaceName } from '@delivery-api/specs/contract';

/** A changelog entry. Its heading is `## 1.2.0 (2026-11-20)`, or `## 1.2.0 (unreleased)`. */
export interface ChangelogEntry {
  version: string;
  /** Release date, as YYYY-MM-DD; undefined before the release. */
  date: string | undefined;
  text: string;
}

const headingPattern = /^## (\S+)(?: \((\d{4}-\d{2}-\d{2}|unreleased)\))?[ \t]*$/gm;

export const changelogFile = (name: InterfaceName): string => `specs/changelog/${name}.md`;

/** Parses the entries of a changelog, in document order. */
export function parseChangelog(markdown: string): ChangelogEntry[] {
  const headings = [...markdown.matchAll(headingPattern)];
  return headings.map(({ 0: heading, 1: version = '', 2: date, index }, position) => ({
    version,
    date: date === 'unreleased' ? undefined : date,
    text: markdown.slice(index + heading.length, headings[position + 1]?.index).trim(),
  }));
}

/** Returns the changelog with a new entry at the top. */
export function addEntry(markdown: string, version: string, text: string): string {
  const first = markdown.search(/^## /m);
  const entry = `## ${version} (unreleased)\n\n${text.trim()}\n`;
  return first < 0
    ? `${markdown.trimEnd()}\n\n${entry}`
    : `${markdown.slice(0, first)}${entry}\n${markdown.slice(first)}`;
}

/** Returns the changelog with a release date in the heading of a version. */
export const setReleaseDate = (markdown: string, version: string, date: string): string =>
  markdown.replaceAll(headingPattern, (heading, found) =>
    found === version ? `## ${version} (${date})` : heading,
  );
