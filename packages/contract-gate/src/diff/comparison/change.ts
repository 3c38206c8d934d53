import type { InterfaceName } from '@delivery-api/specs/contract';
import type { SourceLine } from '../../documents/source-locator.ts';
import { type Bump, compareBumps, largestBump } from './bump.ts';

/**
 * What a change affects. `behavior`: data in extensions (`x-…`). `document`: the document
 * itself.
 */
export type Direction =
  | 'request'
  | 'response'
  | 'webhook'
  | 'parameter'
  | 'header'
  | 'security'
  | 'behavior'
  | 'document';

/** One rated difference between two versions of a contract. */
export interface Change {
  /**
   * ID of a rule in `diff/rules` (`state-machine/transition-removed`) or of a rule of the engine.
   */
  rule: string;
  direction: Direction;
  bump: Bump;
  /** JSON Pointer into the revision. For a removed element, the pointer of its former parent. */
  pointer: string;
  /** operationIds and webhook names; empty if the change affects all of them or none. */
  operations: string[];
  /** What changed, in one or more sentences. */
  what: string;
  /** Why the change has this bump: the effect on clients, in one or more sentences. */
  reason: string;
}

/** All differences between two documents of one interface. */
export interface Difference {
  interface: InterfaceName;
  base: { label: string; version: string } | undefined;
  revision: { label: string; version: string };
  /** Largest bump first. */
  changes: (Change & { interface: InterfaceName; source?: SourceLine })[];
  bump: Bump;
}

/** Sorts by bump, largest first, then by location. The order does not depend on the input order. */
export const sortChanges = <T extends Change>(changes: readonly T[]): T[] =>
  changes.toSorted(
    (one, other) =>
      compareBumps(other.bump, one.bump) ||
      compareStrings(one.pointer, other.pointer) ||
      compareStrings(one.what, other.what) ||
      compareStrings(one.rule, other.rule),
  );

/**
 * Merges changes with the same location and sentence: keeps the largest bump and all operations.
 */
export function mergeDuplicates(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.pointer} ${change.what}`;
    const known = merged.get(key) ?? change;
    merged.set(key, {
      ...(compareBumps(change.bump, known.bump) > 0 ? change : known),
      operations: [...new Set([...known.operations, ...change.operations])].toSorted(),
    });
  }
  return [...merged.values()];
}

export const requiredBump = (changes: readonly Change[]): Bump =>
  largestBump(changes.map(({ bump }) => bump));

const compareStrings = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;
