import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../comparison/change.ts';
import type { SchemaPair } from '../comparison/pair.ts';
import { affected, ChangeList, type Rule, usesOf } from '../comparison/rule.ts';

/** Defaults of values. In a response or event, a default is documentation only. */
export const defaults: Rule = ({ pairs }) => pairs.schemas.flatMap(compare);

function compare(pair: SchemaPair): Change[] {
  const [before, after] = [pair.base.default, pair.revision.default];
  if (isDeepStrictEqual(before, after)) return [];
  const { name, pointer } = pair;
  const uses = usesOf(pair, 'sent');
  const list = new ChangeList('defaults', {
    ...affected(uses.length > 0 ? uses : pair.uses),
    pointer,
  });
  const tokens = after === undefined ? [] : ['default'];
  if (uses.length === 0)
    list.patch(
      'hint',
      `The documented default of ${name} changed.`,
      'In a response or event, a default is documentation only.',
    );
  else if (before === undefined)
    list.minor(
      'added',
      `The default of ${name} is now \`${JSON.stringify(after)}\`.`,
      'Previously, the service chose the value. Now the contract guarantees it.',
      ...tokens,
    );
  else
    list.major(
      'changed',
      after === undefined
        ? `The default of ${name} is removed (was \`${JSON.stringify(before)}\`).`
        : `The default of ${name} changed from \`${JSON.stringify(before)}\` to \`${JSON.stringify(after)}\`.`,
      'The same request can have a different effect.',
      ...tokens,
    );
  return list.changes;
}
