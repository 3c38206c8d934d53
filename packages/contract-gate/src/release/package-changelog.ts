import type { Changeset } from './changesets.ts';
import type { FrozenContract } from './freeze-contract.ts';

/** Content of the changelog entry for one version of a package. */
export interface ReleaseNotes {
  packageName: string;
  version: string;
  /** YYYY-MM-DD */
  date: string;
  contracts: readonly FrozenContract[];
  changesets: readonly Changeset[];
  /** New versions of our own packages, as `name@version`. */
  dependencies: readonly string[];
}

/** Returns the CHANGELOG.md of a package with an entry for a release at the top. */
export function addReleaseNotes(
  changelog: string | undefined,
  { packageName, version, date, contracts, changesets, dependencies }: ReleaseNotes,
): string {
  const sections = [
    ...contracts.map(
      ({ interface: name, source, notes }) =>
        `### Contract: ${name} ${source.version}\n\n${notes.replaceAll(/^### /gm, '#### ')}`,
    ),
    ...(changesets.length === 0
      ? []
      : [`### Changes\n\n${changesets.map(({ summary }) => `- ${summary}`).join('\n')}`]),
    ...(dependencies.length === 0
      ? []
      : [`### Dependencies\n\n${dependencies.map((one) => `- \`${one}\``).join('\n')}`]),
  ];
  const entry = [
    `## ${version} (${date})`,
    ...(sections.length === 0 ? ['No changes since the previous version.'] : sections),
  ].join('\n\n');
  const [head = '', ...older] = (changelog ?? `# Changelog of ${packageName}\n`).split(/^(?=## )/m);
  return `${[head.trim(), entry, older.join('').trim()].filter(Boolean).join('\n\n')}\n`;
}
