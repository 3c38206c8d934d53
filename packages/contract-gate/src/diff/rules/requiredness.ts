import type { Json } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import type { SchemaPair } from '../comparison/pairs.ts';
import { below, isObject } from '../../documents/pointer.ts';
import { list, missing, type Rule, reach, some, usesOf } from '../comparison/rule.ts';

/**
 * What has to be there, conditional requirements (`then`, `else`) included. The engine follows each
 * shared schema from its first use only where
 * two places hold the very same list, and then takes a request property that became required for a
 * word of documentation; so this is judged here.
 */
export const requiredness: Rule = ({ pairs }) =>
  pairs.schemas.flatMap((pair) => [...sent(pair), ...received(pair)]);

const required = (schema: Record<string, Json>): string[] =>
  Array.isArray(schema.required) ? schema.required.map(String) : [];

function parts(pair: SchemaPair) {
  const { name } = pair;
  const condition = /\/(then|else)$/.test(pair.pointer) ? ' in one case' : '';
  const pointer = 'required' in pair.revision ? below(pair.pointer, 'required') : pair.pointer;
  return {
    name,
    condition,
    pointer,
    come: missing(required(pair.revision), required(pair.base)),
    gone: missing(required(pair.base), required(pair.revision)),
  };
}

function sent(pair: SchemaPair): Change[] {
  const uses = usesOf(pair, 'sent');
  const { name, condition, pointer, come, gone } = parts(pair);
  if (uses.length === 0) return [];
  const shared = { ...reach(uses), pointer };
  return [
    ...(come.length > 0
      ? [
          {
            ...shared,
            rule: 'requiredness/request-required',
            bump: 'major' as const,
            what: `${list(come)} of ${name} ${some(come, 'is', 'are')} required from now on${condition}.`,
            reason: 'Requests without it, right until now, are refused.',
          },
        ]
      : []),
    ...(gone.length > 0
      ? [
          {
            ...shared,
            rule: 'requiredness/request-optional',
            bump: 'minor' as const,
            what: `${list(gone)} of ${name} may be left out from now on${condition}.`,
            reason: 'Every request that was right stays right.',
          },
        ]
      : []),
  ];
}

function received(pair: SchemaPair): Change[] {
  const uses = usesOf(pair, 'received');
  const { name, condition, pointer, come, gone } = parts(pair);
  if (uses.length === 0) return [];
  const shared = { ...reach(uses), pointer };
  const stillThere = gone.filter((property) =>
    isObject(pair.revision.properties) ? property in pair.revision.properties : true,
  );
  return [
    ...(stillThere.length > 0
      ? [
          {
            ...shared,
            rule: 'requiredness/response-optional',
            bump: 'major' as const,
            what: `${list(stillThere)} of ${name} ${some(stillThere, 'is', 'are')} no longer always there${condition}.`,
            reason: 'Code that reads it without asking finds nothing.',
          },
        ]
      : []),
    ...(come.length > 0
      ? [
          {
            ...shared,
            rule: 'requiredness/response-required',
            bump: 'minor' as const,
            what: `${list(come)} of ${name} ${some(come, 'is', 'are')} always there from now on${condition}.`,
            reason: 'A promise more; code that expects it to be missing keeps working.',
          },
        ]
      : []),
  ];
}
