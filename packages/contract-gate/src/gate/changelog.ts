import type { Difference } from '../diff/comparison/change.ts';
import { changelogFile, parseChangelog } from '../documents/changelog.ts';
import type { Violation } from './violation.ts';

/** Checks that the version has a changelog entry with a bold sentence. */
export function checkChangelog(
  { interface: name, revision: { version } }: Difference,
  markdown = '',
): Violation[] {
  const file = changelogFile(name);
  const violation = (line: number, message: string): Violation[] => [
    { check: 'changelog', source: { file, line }, message },
  ];
  const command = `\`npm run changelog -- ${name}\``;
  const entry = parseChangelog(markdown).find((one) => one.version === version);
  if (entry === undefined)
    return violation(
      1,
      `${file} has no entry for ${version}. Add one with the heading \`## ${version} (unreleased)\`; ${command} drafts the entry.`,
    );
  if (/\*\*[^*\n]+\*\*/.test(entry.text)) return [];
  const line = markdown.split('\n').findIndex((one) => one.startsWith(`## ${version}`)) + 1;
  return violation(
    line,
    `${file}: the entry for ${version} has no bold sentence. Begin each list item with a **bold sentence** that states the effect, then state who must do what; ${command} prints a draft.`,
  );
}
