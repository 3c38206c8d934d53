import type { Change } from '../comparison/change.ts';
import { below, canonical } from '../../documents/pointer.ts';
import type { Rule } from '../comparison/rule.ts';

/**
 * Headers of responses that may be missing from now on, or are always there. The engine does not
 * look at this.
 */
export const responseHeaders: Rule = ({ revision: document, pairs }) =>
  pairs.headers.flatMap(({ pointer, base, revision, owner }): Change[] => {
    if (base.required === revision.required) return [];
    const shared = {
      direction: 'header' as const,
      operations: [owner],
      pointer: below(canonical(document.document, pointer), 'required'),
    };
    return base.required
      ? [
          {
            ...shared,
            rule: 'response-headers/optional',
            bump: 'major',
            what: `Header \`${base.name}\` is no longer always there.`,
            reason: 'Code that reads it without asking finds nothing.',
          },
        ]
      : [
          {
            ...shared,
            rule: 'response-headers/required',
            bump: 'minor',
            what: `Header \`${base.name}\` is always there from now on.`,
            reason: 'A promise more; code that expects it to be missing keeps working.',
          },
        ];
  });
