import { sha256 } from '../documents/release-hashes.ts';
import type { Complaint } from './violation.ts';

/** An entry of DECISIONS.md with the line of its heading. */
export interface Decision {
  id: string;
  text: string;
  line: number;
}

export const decisionsFile = 'specs/DECISIONS.md';

/** The entries: each from its heading `## D-001 …` to the next heading of that rank. */
export function decisions(markdown: string): Decision[] {
  return markdown.split(/^(?=## )/m).reduce<{ line: number; parts: Decision[] }>(
    ({ line, parts }, text) => {
      const id = /^## (D-\d{3})\b/.exec(text)?.[1];
      return {
        line: line + text.split('\n').length - 1,
        parts: id === undefined ? parts : [...parts, { id, text: text.trim(), line }],
      };
    },
    { line: 1, parts: [] },
  ).parts;
}

/** The hash of each entry, by its number. */
export const decisionHashes = (markdown: string): Record<string, string> =>
  Object.fromEntries(decisions(markdown).map(({ id, text }) => [id, sha256(text)]));

/** What was decided in a release stays as it was written. */
export function checkDecisions(markdown: string, frozen: Record<string, string>): Complaint[] {
  const now = new Map(decisions(markdown).map((decision) => [decision.id, decision]));
  const next = `D-${String(Math.max(0, ...[...now.keys()].map((id) => Number(id.slice(2)))) + 1).padStart(3, '0')}`;
  const wayOut = `Put it back (\`git diff ${decisionsFile}\` shows how it read), and write a new entry ${next} that says what it supersedes.`;
  return Object.entries(frozen).flatMap(([id, hash]): Complaint[] => {
    const decision = now.get(id);
    if (decision === undefined)
      return [
        {
          check: 'decisions',
          source: { file: decisionsFile, line: 1 },
          message: `${decisionsFile}: ${id} is gone, but it was released, and integrators rely on it. ${wayOut}`,
        },
      ];
    if (sha256(decision.text) === hash) return [];
    return [
      {
        check: 'decisions',
        source: { file: decisionsFile, line: decision.line },
        message: `${decisionsFile}:${decision.line}: ${id} was edited after its release, so the record no longer says what was decided then. ${wayOut}`,
      },
    ];
  });
}
