import { isObject, type Schema } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import type { SchemaPair, Use } from '../comparison/pair.ts';
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
 * Required properties, also in `then` and `else`. The engine checks a shared `required` list only
 * at its first use, and can rate a request property that became required as documentation-only.
 */
export const requiredness: Rule = ({ pairs }) =>
  pairs.schemas.flatMap((pair) => [...compare(pair, 'sent'), ...compare(pair, 'received')]);

const requiredOf = ({ required }: Schema): string[] =>
  Array.isArray(required) ? required.map(String) : [];

function compare(pair: SchemaPair, flow: Use['flow']): Change[] {
  const uses = usesOf(pair, flow);
  if (uses.length === 0) return [];
  const { name, pointer, base, revision } = pair;
  const { removed, added } = diffLists(requiredOf(base), requiredOf(revision));
  const list = new ChangeList('requiredness', { ...affected(uses), pointer });
  const tokens = 'required' in revision ? ['required'] : [];
  const [, branch] = /\/(then|else)$/.exec(pointer) ?? [];
  const scope = branch === undefined ? '' : ` in a conditional schema (\`${branch}\`)`;
  const sentence = (names: string[], rest: string) =>
    `${quoteList(names)} of ${name} ${plural(names, 'is', 'are')} ${rest}${scope}.`;
  if (flow === 'sent') {
    if (added.length > 0)
      list.major('request-required', sentence(added, 'now required'), reason.rejected, ...tokens);
    if (removed.length > 0)
      list.minor(
        'request-optional',
        sentence(removed, 'now optional'),
        reason.stillValid,
        ...tokens,
      );
    return list.changes;
  }
  // Removed properties are excluded, because the engine reports them.
  const kept = removed.filter(
    (property) => !isObject(revision.properties) || property in revision.properties,
  );
  if (kept.length > 0)
    list.major(
      'response-optional',
      sentence(kept, 'no longer always present'),
      reason.missing,
      ...tokens,
    );
  if (added.length > 0)
    list.minor(
      'response-required',
      sentence(added, 'now always present'),
      reason.guarantee,
      ...tokens,
    );
  return list.changes;
}
