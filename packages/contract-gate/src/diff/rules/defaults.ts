import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../comparison/change.ts';
import type { SchemaPair } from '../comparison/pair.ts';
import { affected, ChangeList, type Rule, usesOf } from '../comparison/rule.ts';

/** The default of a request property. In a response, a default is documentation only. */
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
  const now = after === undefined ? 'not specified' : JSON.stringify(after);
  if (uses.length === 0)
    list.patch(
      'hint',
      `The documented default of ${name} changed.`,
      'Documentation only: responses always contain the value.',
    );
  else if (before === undefined)
    list.minor(
      'added',
      `The default of ${name} is ${now}.`,
      'The service chose the value until now; the contract now guarantees it.',
      ...tokens,
    );
  else
    list.major(
      'changed',
      `The default of ${name} is ${now}, no longer ${JSON.stringify(before)}.`,
      'The same request has another effect.',
      ...tokens,
    );
  return list.changes;
}
