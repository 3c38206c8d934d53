import { isObject, type ProblemEntry, toPointer } from '@delivery-api/specs/contract';
import {
  ChangeList,
  type Comparison,
  diffLists,
  formatList,
  quoteList,
  type Rule,
  reason,
} from '../comparison/rule.ts';

/** `x-error-catalogue`: status, extension members and retryability of each code. */
export const problems: Rule = (comparison) => {
  const { base, revision } = comparison;
  const codes = new Set([...base.problems.keys(), ...revision.problems.keys()]);
  return [...codes].flatMap((code) => {
    const [before, after] = [base.problems.get(code), revision.problems.get(code)];
    const changes = new ChangeList('problems', {
      direction: 'behavior',
      operations: operationsWith(comparison, code),
      pointer: entryPointer(comparison, code),
    });
    if (after === undefined)
      changes.major(
        'removed',
        `The code \`${code}\` is removed from the error catalog.`,
        'Error handling for this code no longer runs.',
      );
    else if (before === undefined)
      changes.minor(
        'added',
        `The code \`${code}\` is new in the error catalog.`,
        reason.unknownCode,
      );
    else compare(before, after, changes);
    return changes.changes;
  });
};

function compare(base: ProblemEntry, revision: ProblemEntry, changes: ChangeList): void {
  const { code, status, retryable } = revision;
  if (base.status !== status)
    changes.major(
      'status-changed',
      `The status of \`${code}\` changed from ${base.status} to ${status}.`,
      'Code that branches on the status takes a different branch.',
      'status',
    );
  if (base.retryable && !retryable)
    changes.major(
      'retryable-off',
      `\`${code}\` is no longer retryable.`,
      'Retries no longer succeed.',
      'retryable',
    );
  if (!base.retryable && retryable)
    changes.minor('retryable-on', `\`${code}\` is now retryable.`, reason.additive, 'retryable');
  const { removed, added } = diffLists(allExtensions(base), allExtensions(revision));
  if (removed.length > 0)
    changes.major(
      'extensions-removed',
      `Problems with the code \`${code}\` no longer contain ${quoteList(removed)}.`,
      reason.missing,
      'extensions',
    );
  const isAlwaysPresent = added.every((name) => revision.extensions.includes(name));
  if (added.length > 0)
    changes.minor(
      'extensions-added',
      `Problems with the code \`${code}\` ${isAlwaysPresent ? 'now always' : 'can now also'} contain ${quoteList(added)}.`,
      reason.additive,
      'extensions',
    );
  const nowOptional = revision.optionalExtensions.filter((name) => base.extensions.includes(name));
  if (nowOptional.length > 0)
    changes.major(
      'extensions-optional',
      `Problems with the code \`${code}\` no longer always contain ${quoteList(nowOptional)}.`,
      reason.missing,
      'optional_extensions',
    );
  const nowRequired = revision.extensions.filter((name) => base.optionalExtensions.includes(name));
  if (nowRequired.length > 0)
    changes.minor(
      'extensions-required',
      `Problems with the code \`${code}\` now always contain ${quoteList(nowRequired)}.`,
      reason.guarantee,
      'extensions',
    );
  if (base.scope !== revision.scope && revision.scope === 'server')
    changes.minor(
      'scope-widened',
      `The response to any request can now contain \`${code}\`.`,
      reason.unknownCode,
      'scope',
    );
  else if (base.scope !== revision.scope)
    changes.minor(
      'scope-narrowed',
      `Only some operations can now return \`${code}\`.`,
      'Code that handles the error for every operation still works.',
      'scope',
    );
  const texts = (['title', 'cause', 'action'] as const).filter(
    (text) => base[text] !== revision[text],
  );
  if (texts[0] !== undefined)
    changes.patch(
      'text',
      `The ${formatList(texts)} of \`${code}\` changed.`,
      reason.documentation,
      texts[0],
    );
}

const allExtensions = ({ extensions, optionalExtensions }: ProblemEntry): string[] => [
  ...extensions,
  ...optionalExtensions,
];

/**
 * Returns the location of a code in the revision. For a removed code, returns the location of the
 * error catalog.
 */
function entryPointer({ revision }: Comparison, code: string): string {
  const { components } = revision.document;
  const catalogue = isObject(components) ? components['x-error-catalogue'] : undefined;
  const [group] = Object.entries(catalogue ?? {}).find(
    ([, codes]) => isObject(codes) && code in codes,
  ) ?? [undefined];
  return toPointer(
    'components',
    'x-error-catalogue',
    ...(group === undefined ? [] : [group, code]),
  );
}

const operationsWith = ({ base, revision }: Comparison, code: string): string[] => {
  const operations = [...base.operations, ...revision.operations].filter(({ responses }) =>
    responses.some(({ codes }) => codes.includes(code)),
  );
  return [...new Set(operations.map(({ id }) => id))].toSorted();
};
