import { readdirSync } from 'node:fs';
import { parseChangesetFile } from '@changesets/parse';
import { type Bump, largestBump } from '../diff/comparison/bump.ts';
import { GateError } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';

const folder = '.changeset';

/** A changeset: the version bump of each affected package, and the text for their changelogs. */
export interface Changeset {
  file: string;
  /** Bump by package name. */
  bumps: ReadonlyMap<string, Bump>;
  summary: string;
}

/**
 * Reads the changesets in `.changeset/`. A release uses and removes them.
 *
 * @param names names of the public packages
 * @throws {GateError} if a file is not a changeset or names a package that is not public
 */
export function readChangesets(repository: Repository, names: readonly string[]): Changeset[] {
  if (!repository.exists(folder)) return [];
  return readdirSync(repository.path(folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted()
    .map((name) => {
      const file = `${folder}/${name}`;
      const { releases, summary } = parse(file, repository.read(file));
      for (const release of releases)
        if (!names.includes(release.name))
          throw new GateError(
            `${file}: '${release.name}' is not a public package. Use one of ${names.join(', ')}.`,
          );
      return { file, bumps: new Map(releases.map((one) => [one.name, one.type])), summary };
    });
}

function parse(file: string, text: string): ReturnType<typeof parseChangesetFile> {
  try {
    return parseChangesetFile(text);
  } catch {
    throw new GateError(
      `${file} is not a changeset. Write the packages and their version bumps between two \`---\` lines, then one sentence. For an example, see CONTRIBUTING.md.`,
    );
  }
}

/** Returns the largest bump that changesets request for a package; `none` if none names it. */
export const requestedBump = (changesets: readonly Changeset[], name: string): Bump =>
  largestBump(changesets.map(({ bumps }) => bumps.get(name) ?? 'none'));
