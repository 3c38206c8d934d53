import { enumValuesOf, type Schema } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import type { SchemaPair } from '../comparison/pair.ts';
import {
  affected,
  ChangeList,
  diffLists,
  plural,
  quoteList,
  type Rule,
  reason,
  usesOf,
} from '../comparison/rule.ts';

/**
 * Enums. In a request, a removed value is major and a new value is minor; a string that becomes an
 * enum is major, and the opposite change is minor. In a response, a removed value is major; a new
 * value is minor if the enum is extensible in both versions, otherwise major. A response string
 * that becomes an enum is minor, and the opposite change is major. A fixed enum that becomes
 * extensible is major, and the opposite change is minor.
 */
export const enums: Rule = ({ pairs }) =>
  pairs.schemas.flatMap((pair) => [...sent(pair), ...received(pair), ...extensibility(pair)]);

/** In releases before 1.0.0-rc.3, `enum` contains the values, and `x-extensible-enum` is `true`. */
const isExtensible = (schema: Schema): boolean => schema['x-extensible-enum'] !== undefined;
/** Returns the keyword with the values. */
const keywordOf = (schema: Schema): string =>
  schema.enum === undefined && isExtensible(schema) ? 'x-extensible-enum' : 'enum';
const unlistedValues = 'Code that handles only the listed values can receive other values.';

function sent(pair: SchemaPair): Change[] {
  const uses = usesOf(pair, 'sent');
  const [before, after] = [enumValuesOf(pair.base), enumValuesOf(pair.revision)];
  if (uses.length === 0 || (before ?? after) === undefined) return [];
  const { name, pointer } = pair;
  const list = new ChangeList('enums', {
    ...affected(uses),
    pointer: `${pointer}/${keywordOf(pair.revision)}`,
  });
  if (before === undefined)
    list.major(
      'request-restricted',
      `${name} now accepts only ${quoteList(after ?? [])}.`,
      reason.rejected,
    );
  else if (after === undefined)
    list.minor(
      'request-opened',
      `${name} is no longer limited to listed values.`,
      reason.stillValid,
    );
  else {
    const { removed, added } = diffLists(before, after);
    if (removed.length > 0)
      list.major(
        'request-value-removed',
        `${name} no longer accepts ${quoteList(removed)}.`,
        reason.rejected,
      );
    if (added.length > 0)
      list.minor(
        'request-value-added',
        `${name} now also accepts ${quoteList(added)}.`,
        reason.additive,
      );
  }
  return list.changes;
}

function received(pair: SchemaPair): Change[] {
  const uses = usesOf(pair, 'received');
  const [before, after] = [enumValuesOf(pair.base), enumValuesOf(pair.revision)];
  if (uses.length === 0 || (before ?? after) === undefined) return [];
  const { name, pointer } = pair;
  const list = new ChangeList('enums', {
    ...affected(uses),
    pointer: `${pointer}/${keywordOf(pair.revision)}`,
  });
  if (before === undefined) {
    list.minor('response-restricted', `${name} is now an enum.`, reason.guarantee);
    return list.changes;
  }
  if (after === undefined) {
    list.major('response-opened', `${name} is no longer an enum.`, unlistedValues);
    return list.changes;
  }
  const { removed, added } = diffLists(before, after);
  if (removed.length > 0)
    list.major(
      'response-value-removed',
      `${name} can no longer have the ${plural(removed, 'value', 'values')} ${quoteList(removed)}.`,
      'Code that waits for a removed value waits forever. Code that contains the value may no longer compile.',
    );
  if (added.length > 0 && isExtensible(pair.base) && isExtensible(pair.revision))
    list.minor(
      'extensible-grew',
      `${name}, an extensible enum, can now also have the ${plural(added, 'value', 'values')} ${quoteList(added)}.`,
      'Clients must expect unknown values of an extensible enum.',
    );
  else if (added.length > 0)
    list.major(
      'closed-grew',
      `${name}, a fixed enum, can now also have the ${plural(added, 'value', 'values')} ${quoteList(added)}.`,
      unlistedValues,
    );
  return list.changes;
}

function extensibility({ name, pointer, base, revision, uses }: SchemaPair): Change[] {
  if (isExtensible(base) === isExtensible(revision) || uses.length === 0) return [];
  if (enumValuesOf(base) === undefined || enumValuesOf(revision) === undefined) return [];
  const list = new ChangeList('enums', { ...affected(uses), pointer });
  if (isExtensible(revision))
    list.major(
      'became-extensible',
      `${name} was a fixed enum and is now extensible.`,
      'Code that handles every known value is no longer exhaustive.',
      'x-extensible-enum',
    );
  else
    list.minor(
      'became-closed',
      `${name} was an extensible enum and is now fixed.`,
      reason.guarantee,
    );
  return list.changes;
}
