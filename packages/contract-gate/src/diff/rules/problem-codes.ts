import type { Operation } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import { below } from '../../documents/pointer.ts';
import { list, missing, type Rule, some } from '../comparison/rule.ts';

/**
 * `x-problem-codes`: which codes an operation can answer. A new one is minor; one that leaves is
 * major.
 */
export const problemCodes: Rule = ({ pairs }) => {
  const all = pairs.operations.map(({ pointer, base, revision }) => ({
    pointer,
    revision,
    gone: missing(codes(base), codes(revision)),
    come: missing(codes(revision), codes(base)),
  }));
  const unique = (key: 'gone' | 'come') => [...new Set(all.flatMap((one) => one[key]))];
  return [
    ...unique('gone').map((code): Change => {
      const concerned = all.filter(({ gone }) => gone.includes(code));
      const operations = concerned.map(({ revision }) => revision.id);
      return {
        rule: 'problem-codes/removed',
        direction: 'behaviour',
        bump: 'major',
        pointer: below(concerned[0]?.pointer ?? '#', 'responses'),
        operations,
        what: `${list(operations)} no longer ${some(operations, 'answers', 'answer')} the code \`${code}\`.`,
        reason:
          'Code that handles it, or narrows on it, no longer fits, and the case it stood for is told in another way.',
      };
    }),
    ...unique('come').map((code): Change => {
      const concerned = all.filter(({ come }) => come.includes(code));
      const operations = concerned.map(({ revision }) => revision.id);
      const [first] = concerned;
      return {
        rule: 'problem-codes/added',
        direction: 'behaviour',
        bump: 'minor',
        pointer:
          first === undefined
            ? '#'
            : below(first.pointer, 'responses', ...place(first.revision, code)),
        operations,
        what: `${list(operations)} can also answer the code \`${code}\`.`,
        reason: 'Codes that one does not know are handled by their status.',
      };
    }),
  ];
};

const codes = (operation: Operation): string[] => [
  ...new Set(operation.responses.flatMap((response) => response.codes)),
];

function place(operation: Operation, code: string): (string | number)[] {
  const response = operation.responses.find((one) => one.codes.includes(code));
  return response === undefined
    ? []
    : [response.status, 'x-problem-codes', response.codes.indexOf(code)];
}
