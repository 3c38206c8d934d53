import { join } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import { readInput } from '../files.ts';
import { interfaces, type Site } from '../site.ts';

/**
 * The rating of a version. For a stable version after the first release, it describes the changes
 * since the previous stable version.
 */
export type Rating =
  | 'release candidate'
  | 'first release'
  | 'breaking'
  | 'additive'
  | 'documentation-only';

/** A version of an interface. */
export interface Release {
  interface: InterfaceName;
  version: string;
  /** Release date; `undefined` for an unreleased version. */
  date: string | undefined;
  rating: Rating;
  /** Number of list items under each heading of the entry. */
  points: [heading: string, count: number][];
  /** The entry, in Markdown. */
  text: string;
}

const heading = /^## (\S+) \((\d{4}-\d{2}-\d{2}|unreleased)\)[ \t]*$/;

/**
 * Returns the rating of a version. For a stable version after the first, compares its number with
 * that of the previous stable version (semver.org 2.0.0, section 2).
 *
 * @param earlier all earlier versions, newest first
 */
export function rate(version: string, earlier: readonly string[]): Rating {
  if (version.includes('-')) return 'release candidate';
  const before = earlier.find((one) => !one.includes('-'));
  if (before === undefined) return 'first release';
  const [major, minor] = version.split('.');
  const [majorBefore, minorBefore] = before.split('.');
  return major !== majorBefore
    ? 'breaking'
    : minor !== minorBefore
      ? 'additive'
      : 'documentation-only';
}

const pointsOf = (text: string): Release['points'] =>
  text
    .split(/^### /m)
    .slice(1)
    .map((part) => [part.split('\n', 1)[0]?.trim() ?? '', part.match(/^- /gm)?.length ?? 0]);

/**
 * Reads the changelog of one interface, newest version first.
 *
 * @throws {SiteError} with file and line, if a heading is not `## 1.2.0 (2026-11-20)` or `## 1.2.0
 * (unreleased)`
 */
export function readChangelog(name: InterfaceName, text: string): Release[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (line.startsWith('## ') ? [index] : []));
  const parts = starts.map((start, index) => {
    const [, version, date] = heading.exec(lines[start] ?? '') ?? [];
    if (version === undefined || date === undefined)
      throw new SiteError(
        `specs/changelog/${name}.md:${start + 1}: expected a heading such as \`## 1.2.0 (2026-11-20)\` or \`## 1.2.0 (unreleased)\`.`,
      );
    return {
      version,
      date,
      text: lines
        .slice(start + 1, starts[index + 1])
        .join('\n')
        .trim(),
    };
  });
  return parts.map(({ version, date, text: entry }, index) => ({
    interface: name,
    version,
    date: date === 'unreleased' ? undefined : date,
    rating: rate(
      version,
      parts.slice(index + 1).map((part) => part.version),
    ),
    points: pointsOf(entry),
    text: entry,
  }));
}

/** Returns the versions of both interfaces: unreleased versions, then the others, newest first. */
export function readReleases(site: Site): Release[] {
  const all = interfaces.flatMap((name) =>
    readChangelog(
      name,
      readInput(join(site.specs, `changelog/${name}.md`), 'Restore it from the repository.'),
    ),
  );
  return all.toSorted((a, b) => (b.date ?? '9').localeCompare(a.date ?? '9'));
}

/** Returns the anchor of a version on the changelog page: `lastmile-1.2.0`. */
export const releaseAnchor = ({ interface: name, version }: Release): string =>
  `${name}-${version}`;
