import type { Json } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import type { SchemaPair } from '../comparison/pairs.ts';
import { below } from '../../documents/pointer.ts';
import { list, missing, type Rule, reach, some, usesOf } from '../comparison/rule.ts';

/**
 * Enums. What partners send: a value less is major, one more is minor. What they receive: a value
 * less is major, because somebody waits
 * for it; one more is minor where the enum is marked `x-extensible-enum` in both versions, and
 * major where it is closed. The mark itself may be
 * taken away, which promises more, and not be added, which takes a promise back.
 */
export const enums: Rule = ({ pairs }) =>
  pairs.schemas.flatMap((pair) => [...sent(pair), ...received(pair), ...mark(pair)]);

const values = (schema: Record<string, Json>): Json[] | undefined =>
  Array.isArray(schema.enum) ? schema.enum : undefined;
const isOpen = (schema: Record<string, Json>): boolean => schema['x-extensible-enum'] === true;
const at = (pair: SchemaPair) => ({ pointer: below(pair.pointer, 'enum') });

function sent(pair: SchemaPair): Change[] {
  const uses = usesOf(pair, 'sent');
  const [before, after] = [values(pair.base), values(pair.revision)];
  if (uses.length === 0 || (before === undefined && after === undefined)) return [];
  const shared = { ...reach(uses), ...at(pair) };
  if (before === undefined && after !== undefined) {
    return [
      {
        ...shared,
        rule: 'enums/request-restricted',
        bump: 'major',
        what: `${pair.name} takes only ${list(after)} from now on.`,
        reason: 'Requests with another value, right until now, are refused.',
      },
    ];
  }
  if (before !== undefined && after === undefined) {
    return [
      {
        ...shared,
        rule: 'enums/request-opened',
        bump: 'minor',
        what: `${pair.name} takes any value from now on.`,
        reason: 'Every request that was right stays right.',
      },
    ];
  }
  const [gone, come] = [missing(before ?? [], after ?? []), missing(after ?? [], before ?? [])];
  return [
    ...(gone.length > 0
      ? [
          {
            ...shared,
            rule: 'enums/request-value-removed',
            bump: 'major' as const,
            what: `${pair.name} no longer takes ${list(gone)}.`,
            reason: `Requests that carry ${some(gone, 'this value', 'one of these')} are refused.`,
          },
        ]
      : []),
    ...(come.length > 0
      ? [
          {
            ...shared,
            rule: 'enums/request-value-added',
            bump: 'minor' as const,
            what: `${pair.name} also takes ${list(come)}.`,
            reason: 'Nobody has to send it.',
          },
        ]
      : []),
  ];
}

function received(pair: SchemaPair): Change[] {
  const uses = usesOf(pair, 'received');
  const [before, after] = [values(pair.base), values(pair.revision)];
  if (uses.length === 0 || before === undefined) return [];
  const shared = { ...reach(uses), ...at(pair) };
  const open = isOpen(pair.base) && isOpen(pair.revision);
  if (after === undefined) {
    return [
      {
        ...shared,
        rule: 'enums/response-opened',
        bump: 'major',
        what: `${pair.name} may be any value from now on.`,
        reason: 'Code that knows every value meets one that it does not know.',
      },
    ];
  }
  const [gone, come] = [missing(before, after), missing(after, before)];
  return [
    ...(gone.length > 0
      ? [
          {
            ...shared,
            rule: 'enums/response-value-removed',
            bump: 'major' as const,
            what: `${pair.name} is never ${list(gone)} any more.`,
            reason:
              'Whoever waits for it waits forever, and typed code that names it may not compile.',
          },
        ]
      : []),
    ...(come.length > 0 && open
      ? [
          {
            ...shared,
            rule: 'enums/extensible-grew',
            bump: 'minor' as const,
            what: `${pair.name}, which may grow, can also be ${list(come)}.`,
            reason:
              'The enum is marked extensible: readers have to expect values that they do not know.',
          },
        ]
      : []),
    ...(come.length > 0 && !open
      ? [
          {
            ...shared,
            rule: 'enums/closed-grew',
            bump: 'major' as const,
            what: `${pair.name}, a closed enum, can also be ${list(come)}.`,
            reason: 'Code that branches on every value has no branch for it.',
          },
        ]
      : []),
  ];
}

function mark(pair: SchemaPair): Change[] {
  if (isOpen(pair.base) === isOpen(pair.revision) || pair.uses.length === 0) return [];
  const shared = {
    ...reach(pair.uses),
    pointer: isOpen(pair.revision) ? below(pair.pointer, 'x-extensible-enum') : pair.pointer,
  };
  return isOpen(pair.revision)
    ? [
        {
          ...shared,
          rule: 'enums/became-extensible',
          bump: 'major',
          what: `${pair.name} was closed and may grow from now on.`,
          reason: 'Code that branches on every value was right, and is not any more.',
        },
      ]
    : [
        {
          ...shared,
          rule: 'enums/became-closed',
          bump: 'minor',
          what: `${pair.name} could grow and is closed from now on.`,
          reason: 'A promise more; code that expects unknown values keeps working.',
        },
      ];
}
