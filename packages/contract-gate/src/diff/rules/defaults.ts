import type { Change } from '../comparison/change.ts';
import type { SchemaPair } from '../comparison/pairs.ts';
import { below, sameJson } from '../../documents/pointer.ts';
import { type Rule, reach, usesOf } from '../comparison/rule.ts';

/**
 * What is meant when something is left out of a request. In an answer a default is a hint to
 * readers.
 */
export const defaults: Rule = ({ pairs }) => pairs.schemas.flatMap(judge);

function judge(pair: SchemaPair): Change[] {
  const uses = usesOf(pair, 'sent');
  const [before, after] = [pair.base.default, pair.revision.default];
  if (sameJson(before, after)) return [];
  const { name } = pair;
  if (uses.length === 0) {
    return [
      {
        ...reach(pair.uses),
        pointer: pair.pointer,
        rule: 'defaults/hint',
        bump: 'patch',
        what: `The default that is told for ${name} is another one.`,
        reason: 'Words only: answers say what they mean.',
      },
    ];
  }
  const shared = {
    ...reach(uses),
    pointer: after === undefined ? pair.pointer : below(pair.pointer, 'default'),
  };
  if (before === undefined) {
    return [
      {
        ...shared,
        rule: 'defaults/added',
        bump: 'minor',
        what: `${name} is ${JSON.stringify(after)} when it is left out.`,
        reason: 'What was left to the service is a promise from now on.',
      },
    ];
  }
  const now = after === undefined ? 'nothing in particular' : JSON.stringify(after);
  return [
    {
      ...shared,
      rule: 'defaults/changed',
      bump: 'major',
      what: `Left out, ${name} means ${now}, no longer ${JSON.stringify(before)}.`,
      reason: 'The same request has another effect.',
    },
  ];
}
