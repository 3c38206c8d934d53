import type { Json, Schema } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import type { SchemaPair } from '../comparison/pairs.ts';
import { below, isObject, sameJson } from '../../documents/pointer.ts';
import { type Rule, reach } from '../comparison/rule.ts';

/**
 * `if` and `not`. What stands there tests, and does not describe, so a change in it turns around:
 * the engine's rules for requirements and enums
 * do not hold. Another condition is major. One that is new restricts requests and adds a promise to
 * responses; one that is gone does the opposite.
 */
export const conditions: Rule = ({ pairs }) =>
  pairs.schemas.flatMap((pair) =>
    (['if', 'not'] as const).flatMap((keyword) => judge(pair, keyword)),
  );

function judge(pair: SchemaPair, keyword: 'if' | 'not'): Change[] {
  const [before, after] = [withoutWords(pair.base[keyword]), withoutWords(pair.revision[keyword])];
  if (sameJson(pair.base[keyword], pair.revision[keyword])) return [];
  const { name } = pair;
  const flows = new Set(pair.uses.map(({ flow }) => flow));
  const shared = {
    ...reach(pair.uses),
    pointer: after === undefined ? pair.pointer : below(pair.pointer, keyword),
  };
  if (sameJson(before, after)) {
    return [
      {
        ...shared,
        rule: 'conditions/words',
        bump: 'patch',
        what: `A condition of ${name} is worded anew.`,
        reason: 'Words only.',
      },
    ];
  }
  if (before === undefined) {
    return [
      flows.has('sent')
        ? {
            ...shared,
            rule: 'conditions/added',
            bump: 'major',
            what: `${name} has a new condition.`,
            reason: 'Requests that do not meet it, right until now, are refused.',
          }
        : {
            ...shared,
            rule: 'conditions/added',
            bump: 'minor',
            what: `${name} keeps a new condition.`,
            reason: 'A promise more; nobody has to rely on it.',
          },
    ];
  }
  if (after === undefined) {
    return [
      flows.has('received')
        ? {
            ...shared,
            rule: 'conditions/removed',
            bump: 'major',
            what: `${name} no longer keeps a condition.`,
            reason: 'Code that relies on it may find less than it was promised.',
          }
        : {
            ...shared,
            rule: 'conditions/removed',
            bump: 'minor',
            what: `${name} drops a condition.`,
            reason: 'Every request that was right stays right.',
          },
    ];
  }
  return [
    {
      ...shared,
      rule: 'conditions/changed',
      bump: 'major',
      what: `A condition of ${name} is another one.`,
      reason: 'What is promised, or asked for, in which case has changed.',
    },
  ];
}

function withoutWords(schema: Json | undefined): Schema | undefined {
  return isObject(schema)
    ? (Object.fromEntries(
        Object.entries(schema).filter(([key]) => key !== 'title' && key !== 'description'),
      ) as Schema)
    : undefined;
}
