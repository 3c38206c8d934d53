import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import type { SchemaPair } from '../comparison/pair.ts';
import { affected, ChangeList, type Rule, reason, usesOf } from '../comparison/rule.ts';

/**
 * `if` and `not`. These schemas test a value instead of describing it, so the rules of the engine
 * for requirements and enums do not apply. A changed condition is major, unless only its title or
 * description changes. A new condition restricts requests and adds a guarantee to responses; a
 * removed condition does the opposite.
 */
export const conditions: Rule = ({ pairs }) =>
  pairs.schemas.flatMap((pair) => [...compare(pair, 'if'), ...compare(pair, 'not')]);

function compare(pair: SchemaPair, keyword: 'if' | 'not'): Change[] {
  if (isDeepStrictEqual(pair.base[keyword], pair.revision[keyword])) return [];
  const before = withoutTexts(pair.base[keyword]);
  const after = withoutTexts(pair.revision[keyword]);
  const { name } = pair;
  const list = new ChangeList('conditions', { ...affected(pair.uses), pointer: pair.pointer });
  const tokens = after === undefined ? [] : [keyword];
  const isSent = usesOf(pair, 'sent').length > 0;
  const isReceived = usesOf(pair, 'received').length > 0;
  if (isDeepStrictEqual(before, after))
    list.patch(
      'text',
      `The title or description of a condition of ${name} changed.`,
      reason.documentation,
      ...tokens,
    );
  else if (before !== undefined && after !== undefined)
    list.major(
      'changed',
      `A condition of ${name} changed.`,
      'The requirements or guarantees under this condition changed.',
      ...tokens,
    );
  else if (before === undefined && isSent)
    list.major('added', `${name} has a new condition.`, reason.rejected, ...tokens);
  else if (before === undefined)
    list.minor(
      'added',
      `${name} now guarantees an additional condition.`,
      reason.guarantee,
      ...tokens,
    );
  else if (isReceived)
    list.major(
      'removed',
      `${name} no longer guarantees a condition.`,
      'Code that relies on the condition can fail.',
    );
  else list.minor('removed', `A condition of ${name} is removed.`, reason.stillValid);
  return list.changes;
}

const withoutTexts = (schema: Json | undefined): Json | undefined =>
  isObject(schema)
    ? Object.fromEntries(
        Object.entries(schema).filter(([key]) => key !== 'title' && key !== 'description'),
      )
    : undefined;
