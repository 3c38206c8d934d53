import type { Operation, ProblemEntry } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import { below, isObject, pointerOf } from '../../documents/pointer.ts';
import { type Comparison, list, missing, type Rule } from '../comparison/rule.ts';

/**
 * `x-error-catalogue`: what a code means, which members it brings, and whether repeating can help.
 */
export const problems: Rule = (comparison) => {
  const { base, revision } = comparison;
  const changes: Change[] = [];
  for (const [code, was] of base.problems) {
    const is = revision.problems.get(code);
    if (is === undefined) {
      changes.push(
        change(
          comparison,
          code,
          'removed',
          'major',
          [],
          `The code \`${code}\` is gone from the catalogue.`,
          'Code that handles it, or narrows on it, no longer fits.',
        ),
      );
    } else changes.push(...entry(comparison, was, is));
  }
  for (const code of revision.problems.keys()) {
    if (!base.problems.has(code))
      changes.push(
        change(
          comparison,
          code,
          'added',
          'minor',
          [],
          `The code \`${code}\` is new in the catalogue.`,
          'Codes that one does not know are handled by their status.',
        ),
      );
  }
  return changes;
};

function entry(comparison: Comparison, was: ProblemEntry, is: ProblemEntry): Change[] {
  const { code } = is;
  const tell = (rule: string, bump: Change['bump'], part: string, what: string, reason: string) =>
    change(comparison, code, rule, bump, [part], what, reason);
  const [gone, come] = [
    missing(was.extensions, is.extensions),
    missing(is.extensions, was.extensions),
  ];
  const words = (['title', 'cause', 'action'] as const).filter((part) => was[part] !== is[part]);
  return [
    ...(was.status !== is.status
      ? [
          tell(
            'status-changed',
            'major',
            'status',
            `\`${code}\` comes with status ${is.status}, no longer with ${was.status}.`,
            'Code that branches on the status takes another branch.',
          ),
        ]
      : []),
    ...(was.retryable && !is.retryable
      ? [
          tell(
            'retryable-off',
            'major',
            'retryable',
            `Repeating after \`${code}\` no longer helps.`,
            'Clients that repeat do so in vain, and what they tried to do does not happen.',
          ),
        ]
      : []),
    ...(!was.retryable && is.retryable
      ? [
          tell(
            'retryable-on',
            'minor',
            'retryable',
            `Repeating after \`${code}\` can help from now on.`,
            'Clients that give up lose nothing that they had.',
          ),
        ]
      : []),
    ...(gone.length > 0
      ? [
          tell(
            'extensions-removed',
            'major',
            'extensions',
            `\`${code}\` no longer brings ${list(gone)}.`,
            'Code that reads it without asking finds nothing.',
          ),
        ]
      : []),
    ...(come.length > 0
      ? [
          tell(
            'extensions-added',
            'minor',
            'extensions',
            `\`${code}\` also brings ${list(come)}.`,
            'Readers may pass over it.',
          ),
        ]
      : []),
    ...(was.scope !== is.scope
      ? [
          is.scope === 'server'
            ? tell(
                'scope-widened',
                'minor',
                'scope',
                `Any request can meet \`${code}\` from now on.`,
                'Codes that one does not know are handled by their status.',
              )
            : tell(
                'scope-narrowed',
                'minor',
                'scope',
                `Only some operations answer \`${code}\` from now on.`,
                'Code that handles it everywhere keeps working.',
              ),
        ]
      : []),
    ...(words.length > 0
      ? [
          tell(
            'words',
            'patch',
            words[0] ?? 'title',
            `The ${words.join(' and ')} of \`${code}\` ${words.length === 1 ? 'is' : 'are'} worded anew.`,
            'Words only.',
          ),
        ]
      : []),
  ];
}

function change(
  comparison: Comparison,
  code: string,
  rule: string,
  bump: Change['bump'],
  tokens: string[],
  what: string,
  reason: string,
): Change {
  const catalogue = isObject(comparison.revision.document.components)
    ? comparison.revision.document.components['x-error-catalogue']
    : undefined;
  const group = isObject(catalogue)
    ? Object.keys(catalogue).find((name) => isObject(catalogue[name]) && code in catalogue[name])
    : undefined;
  const pointer =
    group === undefined
      ? pointerOf('components', 'x-error-catalogue')
      : below(pointerOf('components', 'x-error-catalogue', group, code), ...tokens);
  const uses = ({ responses }: Operation) => responses.some(({ codes }) => codes.includes(code));
  const operations = [
    ...comparison.base.operations.filter(uses),
    ...comparison.revision.operations.filter(uses),
  ].map(({ id }) => id);
  return {
    rule: `problems/${rule}`,
    direction: 'behaviour',
    bump,
    pointer,
    operations: [...new Set(operations)].toSorted(),
    what,
    reason,
  };
}
