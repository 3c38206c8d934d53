import type { Contract } from '@delivery-api/specs/contract';
import { below } from '../../documents/pointer.ts';
import type { Bump } from './bump.ts';
import type { Change, Direction } from './change.ts';
import type { Pairs, SchemaPair, Use } from './pair.ts';

/** Two versions of a contract, and the elements that exist in both. */
export interface Comparison {
  base: Contract;
  revision: Contract;
  pairs: Pairs;
}

/** Rates one family of changes. Pure: returns the same changes for the same two contracts. */
export type Rule = (comparison: Comparison) => Change[];

/** The properties that several changes share. */
interface ChangeScope {
  direction: Direction;
  operations: string[];
  /** JSON Pointer into the revision. */
  pointer: string;
}

/**
 * Collects the changes of one rule family in one scope. Each method adds one change; `tokens`
 * extend the pointer of the scope.
 */
export class ChangeList {
  readonly changes: Change[] = [];
  readonly #family: string;
  readonly #scope: ChangeScope;

  constructor(family: string, scope: ChangeScope) {
    this.#family = family;
    this.#scope = scope;
  }

  add(rule: string, bump: Bump, what: string, reason: string, ...tokens: (string | number)[]) {
    const pointer = below(this.#scope.pointer, ...tokens);
    this.changes.push({
      ...this.#scope,
      rule: `${this.#family}/${rule}`,
      bump,
      pointer,
      what,
      reason,
    });
  }

  major(rule: string, what: string, reason: string, ...tokens: (string | number)[]) {
    this.add(rule, 'major', what, reason, ...tokens);
  }

  minor(rule: string, what: string, reason: string, ...tokens: (string | number)[]) {
    this.add(rule, 'minor', what, reason, ...tokens);
  }

  patch(rule: string, what: string, reason: string, ...tokens: (string | number)[]) {
    this.add(rule, 'patch', what, reason, ...tokens);
  }
}

/** Reasons that several rules use. */
export const reason = {
  additive: 'Additive: existing clients are unaffected.',
  documentation: 'Documentation only.',
  rejected: 'Requests that were valid are rejected.',
  stillValid: 'Requests that were valid are still valid.',
  missing: 'Code that always expects this data fails.',
  guarantee: 'This is an additional guarantee. Existing code still works.',
  unknownCode: 'Clients handle unknown codes by their HTTP status.',
  neverHappens: 'Code that waits for the removed state or event waits forever.',
};

/**
 * Returns the reason for a wider range of a received value. Mentions events if only events contain
 * the value, otherwise responses.
 */
export function outsideRange(uses: readonly Pick<Use, 'flow' | 'direction'>[]): string {
  const received = uses.filter(({ flow }) => flow === 'received');
  const isEvent = received.length > 0 && received.every(({ direction }) => direction === 'webhook');
  return `${isEvent ? 'Events' : 'Responses'} can contain values outside the range that was guaranteed.`;
}

/**
 * Returns the operations and webhooks that use a schema, and the direction of the first use
 * (`document` if there is none).
 */
export function affected(uses: readonly Use[]): { direction: Direction; operations: string[] } {
  return {
    direction: uses[0]?.direction ?? 'document',
    operations: [...new Set(uses.map(({ owner }) => owner))].toSorted(),
  };
}

/** Returns the uses in one flow; an empty array if the schema is not used in that flow. */
export const usesOf = (pair: SchemaPair, flow: Use['flow']): Use[] =>
  pair.uses.filter((use) => use.flow === flow);

/** Returns the operations and webhooks that use a component schema in both versions. */
export function operationsUsing({ pairs }: Comparison, schemaName: string): string[] {
  const pointer = `#/components/schemas/${schemaName}`;
  return affected(
    pairs.schemas
      .filter((pair) => pair.pointer === pointer || pair.pointer.startsWith(`${pointer}/`))
      .flatMap(({ uses }) => uses),
  ).operations;
}

/** Returns the items that only the first list contains, and those that only the second contains. */
export const diffLists = <T>(
  before: readonly T[],
  after: readonly T[],
): { removed: T[]; added: T[] } => ({
  removed: before.filter((item) => !after.includes(item)),
  added: after.filter((item) => !before.includes(item)),
});

/** Formats names as a, b and c. */
export const formatList = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Formats names as `a`, `b` and `c`. */
export const quoteList = (names: readonly unknown[]): string =>
  formatList(names.map((name) => `\`${String(name)}\``));

/** Returns the singular form for one name, otherwise the plural form. */
export const plural = (names: readonly unknown[], one: string, many: string): string =>
  names.length === 1 ? one : many;
