import { type Contract, isObject, type JsonObject } from '@delivery-api/specs/contract';
import { ChangeList, diffLists, operationsUsing, type Rule, reason } from '../comparison/rule.ts';

type Blockers = Record<string, JsonObject>;

/**
 * `x-blockers`: the blockers of a store, who can remove each blocker, and whether opening the store
 * removes the blocker.
 */
export const blockers: Rule = (comparison) => {
  const [before, after] = [blockersOf(comparison.base), blockersOf(comparison.revision)];
  return Object.keys({ ...before, ...after }).flatMap((schema) => {
    const changes = new ChangeList('blockers', {
      direction: 'behavior',
      operations: operationsUsing(comparison, schema),
      pointer: `#/components/schemas/${schema}${schema in after ? '/x-blockers' : ''}`,
    });
    compare(before[schema] ?? {}, after[schema] ?? {}, changes);
    return changes.changes;
  });
};

function compare(base: Blockers, revision: Blockers, changes: ChangeList): void {
  const { removed, added } = diffLists(Object.keys(base), Object.keys(revision));
  for (const code of removed)
    changes.major(
      'removed',
      `The blocker \`${code}\` is removed.`,
      'The service reports a different blocker, or none.',
    );
  for (const code of added)
    changes.minor(
      'added',
      `The blocker \`${code}\` is new.`,
      'Clients must expect unknown blocker codes.',
      code,
    );
  for (const [code, now] of Object.entries(revision)) {
    const earlier = base[code];
    if (earlier === undefined) continue;
    if (earlier.resolvable_by !== now.resolvable_by) {
      if (now.resolvable_by === 'merchant')
        changes.minor(
          'merchant-can',
          `The merchant can now remove the blocker \`${code}\`.`,
          reason.additive,
          code,
        );
      else
        changes.major(
          'merchant-cannot',
          `The blocker \`${code}\` can now be removed only by the ${String(now.resolvable_by)}, not by the ${String(earlier.resolvable_by)}.`,
          `The ${String(earlier.resolvable_by)} can no longer remove it.`,
          code,
        );
    }
    if (earlier.reopens !== now.reopens) {
      if (now.reopens === true)
        changes.minor(
          'opening-lifts',
          `Opening the store now removes the blocker \`${code}\`.`,
          reason.additive,
          code,
        );
      else
        changes.major(
          'opening-does-not-lift',
          `Opening the store no longer removes the blocker \`${code}\`.`,
          'If the merchant tries to open the store, the store stays closed.',
          code,
        );
    }
  }
}

const blockersOf = ({ schemas }: Contract): Record<string, Blockers> =>
  Object.fromEntries(
    [...schemas].flatMap(([name, { 'x-blockers': table }]) =>
      isObject(table) ? [[name, table as Blockers]] : [],
    ),
  );
