import { canonical } from '../../documents/pointer.ts';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

/** Whether a response header is always present. The engine does not check this. */
export const responseHeaders: Rule = ({ revision: { document }, pairs }) =>
  pairs.headers.flatMap(({ pointer, base, revision, owner }) => {
    const list = new ChangeList('response-headers', {
      direction: 'header',
      operations: [owner],
      pointer: canonical(document, pointer),
    });
    const { name } = base;
    if (base.required && !revision.required)
      list.major(
        'optional',
        `The \`${name}\` response header is no longer always present.`,
        reason.missing,
        'required',
      );
    if (!base.required && revision.required)
      list.minor(
        'required',
        `The \`${name}\` response header is now always present.`,
        reason.guarantee,
        'required',
      );
    return list.changes;
  });
