import { sha256 } from '../documents/release-hashes.ts';
import type { Violation } from './violation.ts';

/** An entry of DECISIONS.md. */
export interface Decision {
  id: string;
  text: string;
  /** Line number of the heading, starting at 1. */
  line: number;
}

export const decisionsFile = 'specs/DECISIONS.md';

/** Parses the entries, from `## D-001 …` to the next heading of level 2. */
export function parseDecisions(markdown: string): Decision[] {
  const decisions: Decision[] = [];
  let line = 1;
  for (const section of markdown.split(/^(?=## )/m)) {
    const id = /^## (D-\d{3})\b/.exec(section)?.[1];
    if (id !== undefined) decisions.push({ id, text: section.trim(), line });
    line += section.split('\n').length - 1;
  }
  return decisions;
}

/** Returns the hash of each entry by ID. */
export const decisionHashes = (markdown: string): Record<string, string> =>
  Object.fromEntries(parseDecisions(markdown).map(({ id, text }) => [id, sha256(text)]));

/**
 * Checks that released decisions are unchanged.
 *
 * @param released hashes by ID
 */
export function checkDecisions(markdown: string, released: Record<string, string>): Violation[] {
  const current = new Map(parseDecisions(markdown).map((decision) => [decision.id, decision]));
  const ids = [...current.keys(), ...Object.keys(released)];
  const highest = Math.max(0, ...ids.map((id) => Number(id.slice(2))));
  const next = `D-${String(highest + 1).padStart(3, '0')}`;
  const fix = `Restore it (\`git log -p ${decisionsFile}\` shows the old text). To change the decision, add the entry ${next}, which names the superseded decision.`;
  const violation = (line: number, message: string): Violation[] => [
    { check: 'decisions', source: { file: decisionsFile, line }, message: `${message} ${fix}` },
  ];
  return Object.entries(released).flatMap(([id, hash]) => {
    const decision = current.get(id);
    if (decision === undefined)
      return violation(
        1,
        `${decisionsFile}: ${id} is missing, but it was released and integrators rely on it.`,
      );
    if (sha256(decision.text) === hash) return [];
    return violation(
      decision.line,
      `${decisionsFile}:${decision.line}: ${id} was edited after its release.`,
    );
  });
}
