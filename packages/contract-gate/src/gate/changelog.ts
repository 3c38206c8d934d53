import { changelogFile, entries } from '../documents/changelog.ts';
import type { Difference } from '../diff/comparison/change.ts';
import type { Complaint } from './violation.ts';

/** The version has an entry that begins with a bold sentence. */
export function checkChangelog(
  { interface: name, revision }: Difference,
  markdown: string | undefined,
): Complaint[] {
  const file = changelogFile(name);
  const draft = `\`npm run changelog -- ${name}\` drafts it from the difference.`;
  const entry = entries(markdown ?? '').find(({ version }) => version === revision.version);
  if (entry === undefined) {
    return [
      {
        check: 'changelog',
        source: { file, line: 1 },
        message: `${file} has no entry for ${revision.version}, so nobody would learn what changed. Add one under the heading \`## ${revision.version} (unreleased)\`; ${draft}`,
      },
    ];
  }
  if (/\*\*[^*\n]+\*\*/.test(entry.text)) return [];
  const line =
    (markdown ?? '').split('\n').findIndex((one) => one.startsWith(`## ${revision.version}`)) + 1;
  return [
    {
      check: 'changelog',
      source: { file, line },
      message: `${file}: the entry for ${revision.version} says nothing in bold. Begin each point with the effect as a **bold sentence**, then say who must do what; ${draft}`,
    },
  ];
}
