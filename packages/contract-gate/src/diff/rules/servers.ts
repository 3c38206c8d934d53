import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '@delivery-api/specs/contract';
import { below, valueAt } from '../../documents/pointer.ts';
import { matched } from '../comparison/match.ts';
import { ChangeList, diffLists, quoteList, type Rule, reason } from '../comparison/rule.ts';

/** Order and variables of servers, and servers of one operation. */
export const servers: Rule = ({ base, revision, pairs }) => {
  const scopes = [
    { basePointer: '#', pointer: '#', operations: [] as string[] },
    ...pairs.operations.map(({ basePointer, pointer, revision: { id } }) => ({
      basePointer,
      pointer,
      operations: [id],
    })),
  ];
  return scopes.flatMap(({ basePointer, pointer, operations }) => {
    const list = new ChangeList('servers', {
      direction: 'document',
      operations,
      pointer: below(pointer, 'servers'),
    });
    const own = [
      serversAt(base.document, basePointer),
      serversAt(revision.document, pointer),
    ] as const;
    const [before, after] = own.map((one) => one ?? []) as [JsonObject[], JsonObject[]];
    if (own[0] !== undefined && own[1] !== undefined) compareLists(before, after, list);
    else if (pointer !== '#' && own[0] !== own[1])
      compareOverride(
        operations,
        own[0] ?? serversAt(base.document, '#') ?? [],
        own[1] ?? serversAt(revision.document, '#') ?? [],
        list,
      );
    return list.changes;
  });
};

function serversAt(document: JsonObject, pointer: string): JsonObject[] | undefined {
  const value = valueAt(document, below(pointer, 'servers'));
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

const url = (server: JsonObject): string => String(server.url);

function compareLists(before: JsonObject[], after: JsonObject[], list: ChangeList): void {
  const [earlier, now] = [before.map(url), after.map(url)];
  if (!isDeepStrictEqual(earlier, now) && isDeepStrictEqual(earlier.toSorted(), now.toSorted()))
    list.patch('order', 'The order of the servers changed.', 'The URLs are the same.');
  for (const [one, other] of matched(before, after, url))
    compareVariables(one.variables, other.variables, list, after.indexOf(other));
}

/**
 * Returns whether `after` excludes a value that `before` allows. An absent list allows any value.
 */
const excludesValues = (before: Json | undefined, after: Json | undefined): boolean =>
  Array.isArray(after) && (!Array.isArray(before) || diffLists(before, after).removed.length > 0);

function compareVariables(
  before: Json | undefined,
  after: Json | undefined,
  list: ChangeList,
  index: number,
): void {
  if (!isObject(before) || !isObject(after)) return;
  for (const [name, earlier] of Object.entries(before)) {
    const now = after[name];
    if (!isObject(earlier) || !isObject(now)) continue;
    const at = [index, 'variables', name];
    if (earlier.default !== now.default)
      list.major(
        'variable-default',
        `The default of the server variable \`${name}\` changed from \`${String(earlier.default)}\` to \`${String(now.default)}\`.`,
        'Clients that use the default call a different URL.',
        ...at,
        'default',
      );
    if (excludesValues(earlier.enum, now.enum))
      list.major(
        'variable-values-removed',
        `The server variable \`${name}\` no longer accepts all previous values.`,
        'Clients that use a removed value fail.',
        ...at,
        'enum',
      );
    else if (excludesValues(now.enum, earlier.enum))
      list.minor(
        'variable-values-added',
        `The server variable \`${name}\` accepts more values.`,
        reason.additive,
        ...at,
      );
  }
}

/** Compares the servers of an operation that gains or loses its own servers. */
function compareOverride(
  operations: string[],
  before: JsonObject[],
  after: JsonObject[],
  list: ChangeList,
): void {
  const { removed, added } = diffLists(before.map(url), after.map(url));
  if (removed.length > 0)
    list.major(
      'operation-servers',
      `${quoteList(operations)} has different servers.`,
      'Clients that use a removed server can fail.',
    );
  else if (added.length > 0)
    list.minor(
      'operation-servers',
      `${quoteList(operations)} has additional servers.`,
      reason.additive,
    );
}
