import type { Operation } from '@delivery-api/specs/contract';
import { below } from '../../documents/pointer.ts';
import type { Change } from '../comparison/change.ts';
import {
  ChangeList,
  type Comparison,
  diffLists,
  plural,
  quoteList,
  type Rule,
  reason,
} from '../comparison/rule.ts';

type OperationPair = Comparison['pairs']['operations'][number];

/**
 * `x-problem-codes`: the codes that an operation can return, and their statuses. Reports an added
 * or removed code once for all operations, and a changed status once for each operation.
 */
export const problemCodes: Rule = (comparison) => [
  ...changesByCode(comparison.pairs.operations, 'removed'),
  ...changesByCode(comparison.pairs.operations, 'added'),
  ...changedStatuses(comparison),
];

/** Rates codes with a different status, unless the status also changes in the error catalog. */
function changedStatuses({ base, revision, pairs }: Comparison): Change[] {
  return pairs.operations.flatMap(({ pointer, base: before, revision: after }) => {
    const changes = new ChangeList('problem-codes', {
      direction: 'behavior',
      operations: [after.id],
      pointer: below(pointer, 'responses'),
    });
    const kept = codesOf(before).filter((code) => codesOf(after).includes(code));
    for (const code of kept) {
      const [earlier, now] = [statusesOf(before, code), statusesOf(after, code)];
      const { removed, added } = diffLists(earlier, now);
      if (base.problems.get(code)?.status !== revision.problems.get(code)?.status) continue;
      if (removed.length > 0)
        changes.major(
          'moved',
          `The status of \`${code}\` in \`${after.id}\` changed from ${earlier.join(' or ')} to ${now.join(' or ')}.`,
          'Code that branches on the status takes a different branch.',
          ...tokensOf(after, code),
        );
      else if (added.length > 0)
        changes.minor(
          'status-added',
          `\`${after.id}\` can now also return \`${code}\` with status ${added.join(' or ')}.`,
          reason.unknownCode,
          ...tokensOf(after, code),
        );
    }
    return changes.changes;
  });
}

const statusesOf = ({ responses }: Operation, code: string): number[] =>
  responses.filter(({ codes }) => codes.includes(code)).map(({ status }) => status);

function changesByCode(pairs: readonly OperationPair[], kind: 'removed' | 'added') {
  const byCode = new Map<string, OperationPair[]>();
  for (const pair of pairs)
    for (const code of diffLists(codesOf(pair.base), codesOf(pair.revision))[kind])
      byCode.set(code, [...(byCode.get(code) ?? []), pair]);
  return [...byCode].flatMap(([code, affected]) => {
    const [first] = affected;
    const operations = affected.map(({ revision }) => revision.id);
    const changes = new ChangeList('problem-codes', {
      direction: 'behavior',
      operations,
      pointer: below(first?.pointer ?? '#', 'responses'),
    });
    if (kind === 'removed')
      changes.major(
        'removed',
        `${quoteList(operations)} no longer ${plural(operations, 'returns', 'return')} the code \`${code}\`.`,
        'Error handling for this code no longer runs. The service uses a different code, or no longer reports the error.',
      );
    else
      changes.minor(
        'added',
        `${quoteList(operations)} can now also return the code \`${code}\`.`,
        reason.unknownCode,
        ...(first === undefined ? [] : tokensOf(first.revision, code)),
      );
    return changes.changes;
  });
}

const codesOf = ({ responses }: Operation): string[] => [
  ...new Set(responses.flatMap(({ codes }) => codes)),
];

function tokensOf({ responses }: Operation, code: string): (string | number)[] {
  const response = responses.find(({ codes }) => codes.includes(code));
  return response === undefined
    ? []
    : [response.status, 'x-problem-codes', response.codes.indexOf(code)];
}
