import type { Contract } from '@delivery-api/specs/contract';
import { type Change, mergeDuplicates, sortChanges } from './comparison/change.ts';
import { pairElements } from './comparison/pairs.ts';
import { engineChanges } from './engine/engine-changes.ts';
import type { Finding } from './engine/finding.ts';
import { rules } from './rules/index.ts';

/**
 * Rates all differences between two versions of a contract. Pure.
 *
 * @param findings findings of the engine for the same two documents
 * @returns changes, largest bump first
 */
export function rate(base: Contract, revision: Contract, findings: readonly Finding[]): Change[] {
  const comparison = { base, revision, pairs: pairElements(base, revision) };
  const changes = [
    ...rules.flatMap((rule) => rule(comparison)),
    ...engineChanges(comparison, findings),
  ].map((change) => ({
    ...change,
    what: change.what.charAt(0).toUpperCase() + change.what.slice(1),
  }));
  return sortChanges(mergeDuplicates(changes));
}
