import type { InterfaceName } from '@delivery-api/specs/contract';
import { type Bump, compareBumps, largest } from './bump.ts';

/**
 * What a change touches. `behaviour` is data of ours (`x-…`), `document` everything about the
 * document itself.
 */
export type Direction =
  | 'request'
  | 'response'
  | 'webhook'
  | 'parameter'
  | 'header'
  | 'security'
  | 'behaviour'
  | 'document';

/** One difference between two versions of a contract, judged. */
export interface Change {
  /**
   * What judged it: one of our rules (`state-machine/transition-removed`), or a rule of the engine
   * by its name.
   */
  rule: string;
  direction: Direction;
  bump: Bump;
  /**
   * JSON Pointer of the place, into the later document; where something is gone, of what held it.
   */
  pointer: string;
  /** operationIds and webhook names that it reaches; empty when it concerns all of them or none. */
  operations: string[];
  /** What changed, as a sentence. */
  what: string;
  /** Why it is rated so, as a sentence about the people at the other end. */
  reason: string;
}

/** Where in the sources of the later document a change can be seen. */
export interface SourceLine {
  /** Relative to the root of the repository, with forward slashes. */
  file: string;
  /** From 1. */
  line: number;
}

/** Everything that differs between two documents of one interface. */
export interface Difference {
  interface: InterfaceName;
  base: { label: string; version: string } | undefined;
  revision: { label: string; version: string };
  /** Biggest first. */
  changes: (Change & { interface: InterfaceName; source?: SourceLine })[];
  bump: Bump;
}

/** Biggest first, then by place, so that two runs never differ. */
export const sortChanges = <T extends Change>(changes: readonly T[]): T[] =>
  changes.toSorted(
    (one, other) =>
      compareBumps(other.bump, one.bump) ||
      compare(one.pointer, other.pointer) ||
      compare(one.what, other.what) ||
      compare(one.rule, other.rule),
  );

/**
 * Leaves one of those that say the same of the same place: the biggest, with the operations of all.
 */
export function withoutRepeats(changes: readonly Change[]): Change[] {
  const kept = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.pointer} ${change.what}`;
    const known = kept.get(key);
    const bigger =
      known === undefined || compareBumps(change.bump, known.bump) > 0 ? change : known;
    kept.set(key, {
      ...bigger,
      operations: [...new Set([...(known?.operations ?? []), ...change.operations])].toSorted(),
    });
  }
  return [...kept.values()];
}

export const neededBump = (changes: readonly Change[]): Bump =>
  largest(changes.map(({ bump }) => bump));

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
