import type { Contract } from '@delivery-api/specs/contract';
import { type Change, sortChanges, withoutRepeats } from './comparison/change.ts';
import { engineChanges } from './engine/engine-changes.ts';
import type { Finding } from './engine/finding.ts';
import { pairUp } from './comparison/pairs.ts';
import { rules } from './rules/index.ts';

/**
 * Judges everything that differs between two versions of a contract. Pure.
 *
 * @param findings of the engine, for the same two documents
 * @returns biggest first
 */
export function rate(base: Contract, revision: Contract, findings: readonly Finding[]): Change[] {
  const comparison = { base, revision, pairs: pairUp(base, revision) };
  const changes = [
    ...rules.flatMap((rule) => rule(comparison)),
    ...engineChanges(comparison, findings),
  ];
  return sortChanges(
    withoutRepeats(
      changes.map((change) => ({
        ...change,
        what: change.what.charAt(0).toUpperCase() + change.what.slice(1),
      })),
    ),
  );
}
