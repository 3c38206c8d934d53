import { enumValuesOf, type Schema } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import type { SchemaPair } from '../comparison/pair.ts';
import {
  affected,
  ChangeList,
  diffLists,
  quoteList,
  type Rule,
  reason,
  usesOf,
} from '../comparison/rule.ts';

/**
 * Enums. In a request, a removed value is major and a new value is minor. In a response, a removed
 * value is major; a new value is minor if the enum is extensible in both versions, otherwise major.
 * A new enum on a free string is an additional guarantee.
 * A fixed enum cannot become extensible without a major; the opposite is an additional guarantee.
 */
export const enums: Rule = ({ pairs }) =>
  pairs.schemas.flatMap((pair) => [...sent(pair), ...received(pair), ...extensibility(pair)]);

/** Releases before 1.0.0-rc.3 have the values in `enum`, and `x-extensible-enum: true`. */
const isExtensible = (schema: Schema): boolean => schema['x-extensible-enum'] !== undefined;
/** Returns the keyword with the values. */
const keywordOf = (schema: Schema): string =>
  schema.enum === undefined && isExtensible(schema) ? 'x-extensible-enum' : 'enum';
const hasNoCase = 'Code that branches on every value has no branch for it.';

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
      `${name} accepts only ${quoteList(after ?? [])}.`,
      reason.rejected,
    );
  else if (after === undefined)
    list.minor('request-opened', `${name} accepts any value.`, reason.stillValid);
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
        `${name} also accepts ${quoteList(added)}.`,
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
    list.major('response-opened', `${name} can be any value.`, hasNoCase);
    return list.changes;
  }
  const { removed, added } = diffLists(before, after);
  if (removed.length > 0)
    list.major(
      'response-value-removed',
      `${name} is no longer ${quoteList(removed)}.`,
      `${reason.neverHappens} Code that names it may not compile.`,
    );
  if (added.length > 0 && isExtensible(pair.base) && isExtensible(pair.revision))
    list.minor(
      'extensible-grew',
      `${name}, an extensible enum, can also be ${quoteList(added)}.`,
      'Clients must expect unknown values of an extensible enum.',
    );
  else if (added.length > 0)
    list.major('closed-grew', `${name}, a fixed enum, can also be ${quoteList(added)}.`, hasNoCase);
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
      'Code that branches on every value was complete, and no longer is.',
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
