import type { Contract } from '@delivery-api/specs/contract';
import type { Change, Direction } from './change.ts';
import type { Pairs, SchemaPair, Use } from './pairs.ts';

/** Two versions of a contract, and what they have in common. */
export interface Comparison {
  base: Contract;
  revision: Contract;
  pairs: Pairs;
}

/** Judges one family of changes. Pure: the same two contracts give the same changes. */
export type Rule = (comparison: Comparison) => Change[];

/** The uses of a schema in one flow, as the direction and the operations of a change. */
export function reach(uses: readonly Use[]): { direction: Direction; operations: string[] } {
  return {
    direction: uses[0]?.direction ?? 'document',
    operations: [...new Set(uses.map(({ owner }) => owner))].toSorted(),
  };
}

/** The uses in one flow; empty when the schema is not used so. */
export const usesOf = (pair: SchemaPair, flow: Use['flow']): Use[] =>
  pair.uses.filter((use) => use.flow === flow);

/** The operations and webhooks that a component reaches. */
export function owners({ pairs }: Comparison, component: string): string[] {
  const pointer = `#/components/schemas/${component}`;
  return reach(
    pairs.schemas
      .filter((pair) => pair.pointer === pointer || pair.pointer.startsWith(`${pointer}/`))
      .flatMap(({ uses }) => uses),
  ).operations;
}

/** The items of a list that another does not have. */
export const missing = <T>(items: readonly T[], from: readonly T[]): T[] =>
  items.filter((item) => !from.includes(item));

/** `a`, `b` and `c` */
export function list(names: readonly unknown[]): string {
  const quoted = names.map((name) => `\`${String(name)}\``);
  return quoted.length < 2
    ? quoted.join('')
    : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}

/** The word that fits the number. */
export const some = (names: readonly unknown[], one: string, many: string): string =>
  names.length === 1 ? one : many;
