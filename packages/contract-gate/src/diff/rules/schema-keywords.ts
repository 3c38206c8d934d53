import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type Schema } from '@delivery-api/specs/contract';
import { isInBranch } from '../comparison/location-name.ts';
import type { SchemaPair } from '../comparison/pair.ts';
import {
  affected,
  ChangeList,
  diffLists,
  outsideRange,
  plural,
  quoteList,
  type Rule,
  reason,
  usesOf,
} from '../comparison/rule.ts';

/** Effect of a change on the set of valid values. */
type Effect = 'tighter' | 'looser' | 'unknown';

/** Keywords that the engine does not rate, or rates without regard to the direction. */
export const schemaKeywords: Rule = ({ pairs }) =>
  pairs.schemas.flatMap((pair) => {
    const list = new ChangeList('schema-keywords', {
      ...affected(pair.uses),
      pointer: pair.pointer,
    });
    compareAccess(pair, list);
    comparePatterns(pair, list);
    compareBranch(pair, list);
    compareDependentRequired(pair, list);
    compareCounts(pair, list);
    compareEncoding(pair, list);
    compareDiscriminator(pair, list);
    return list.changes;
  });

/**
 * Rates a changed constraint. In a request, a tighter constraint is major; in a response, a looser
 * constraint is major. An unknown effect is major in both.
 */
function addConstraint(
  pair: SchemaPair,
  list: ChangeList,
  rule: string,
  effect: Effect,
  what: string,
): void {
  const isSent = usesOf(pair, 'sent').length > 0;
  const isReceived = usesOf(pair, 'received').length > 0;
  const tokens = rule in pair.revision ? [rule] : [];
  if (isSent && effect !== 'looser') list.major(rule, what, reason.rejected, ...tokens);
  else if (isReceived && effect !== 'tighter')
    list.major(rule, what, outsideRange(pair.uses), ...tokens);
  else if (isSent) list.minor(rule, what, reason.stillValid, ...tokens);
  else list.minor(rule, what, reason.guarantee, ...tokens);
}

function compareAccess(pair: SchemaPair, list: ChangeList): void {
  const { name, base, revision } = pair;
  for (const [keyword, flow, verb] of [
    ['readOnly', 'sent', 'sent'],
    ['writeOnly', 'received', 'returned'],
  ] as const) {
    const isNow = revision[keyword] === true;
    if ((base[keyword] === true) === isNow) continue;
    if (usesOf(pair, flow).length === 0)
      list.patch(keyword, `\`${keyword}\` of ${name} changed.`, reason.documentation);
    else if (isNow)
      list.major(
        keyword,
        `${name} can no longer be ${verb}.`,
        flow === 'sent' ? reason.rejected : reason.missing,
        keyword,
      );
    else list.minor(keyword, `${name} can now be ${verb}.`, reason.additive);
  }
}

const objectOr = (value: Json | undefined): Schema => (isObject(value) ? value : {});

function comparePatterns(pair: SchemaPair, list: ChangeList): void {
  const [before, after] = [pair.base, pair.revision].map((schema) =>
    objectOr(schema.patternProperties),
  ) as [Schema, Schema];
  const { removed, added } = diffLists(Object.keys(before), Object.keys(after));
  // In the version without the pattern, `additionalProperties` applies to the matching keys.
  const effectOf = ({ properties, additionalProperties }: Schema, pattern: string): Effect => {
    const isDeclared = Object.keys(objectOr(properties)).some((key) => matches(pattern, key));
    if (isDeclared || isObject(additionalProperties)) return 'unknown';
    return additionalProperties === false ? 'looser' : 'tighter';
  };
  for (const pattern of added) {
    const what = `Properties of ${pair.name} that match \`${pattern}\` now have a separate schema.`;
    addConstraint(pair, list, 'patternProperties', effectOf(pair.base, pattern), what);
  }
  for (const pattern of removed) {
    const effect = effectOf(pair.revision, pattern);
    const opposite = { tighter: 'looser', looser: 'tighter', unknown: 'unknown' } as const;
    const what = `Properties of ${pair.name} that match \`${pattern}\` no longer have a separate schema.`;
    addConstraint(pair, list, 'patternProperties', opposite[effect], what);
  }
}

/** Returns whether a key matches a pattern; true for an invalid pattern. */
function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return true;
  }
}

/** In `then` and `else`, a property is an additional constraint on a property defined elsewhere. */
function compareBranch(pair: SchemaPair, list: ChangeList): void {
  if (!isInBranch(pair.pointer)) return;
  const names = (schema: Schema) => Object.keys(objectOr(schema.properties));
  const { removed, added } = diffLists(names(pair.base), names(pair.revision));
  const { name, pointer } = pair;
  const branch = `a conditional schema (\`${/.*\/(then|else)(?:\/|$)/.exec(pointer)?.[1]}\`)`;
  const sentence = (properties: string[], rest: string) =>
    `${quoteList(properties)} of ${name} ${plural(properties, 'is', 'are')} ${rest} in ${branch}.`;
  if (added.length > 0)
    addConstraint(pair, list, 'properties', 'tighter', sentence(added, 'now constrained'));
  if (removed.length > 0)
    addConstraint(pair, list, 'properties', 'looser', sentence(removed, 'no longer constrained'));
}

function compareDependentRequired(pair: SchemaPair, list: ChangeList): void {
  const [before, after] = [pair.base, pair.revision].map(({ dependentRequired }) =>
    objectOr(dependentRequired),
  ) as [Schema, Schema];
  const namesAt = (value: Json | undefined) => (Array.isArray(value) ? value : []);
  for (const key of Object.keys({ ...before, ...after })) {
    const { removed, added } = diffLists(namesAt(before[key]), namesAt(after[key]));
    const subject = `${pair.name} with \`${key}\``;
    if (added.length > 0)
      addConstraint(
        pair,
        list,
        'dependentRequired',
        'tighter',
        `${subject} now also requires ${quoteList(added)}.`,
      );
    if (removed.length > 0)
      addConstraint(
        pair,
        list,
        'dependentRequired',
        'looser',
        `${subject} no longer requires ${quoteList(removed)}.`,
      );
  }
}

function compareCounts(pair: SchemaPair, list: ChangeList): void {
  const format = (value: number) => (value === Infinity ? 'unlimited' : `\`${value}\``);
  for (const [keyword, absent, sign] of [
    ['minContains', 1, 1],
    ['maxContains', Infinity, -1],
  ] as const) {
    const [before, after] = [pair.base, pair.revision].map(({ [keyword]: value }) =>
      typeof value === 'number' ? value : absent,
    ) as [number, number];
    if (before !== after)
      addConstraint(
        pair,
        list,
        keyword,
        (after - before) * sign > 0 ? 'tighter' : 'looser',
        `\`${keyword}\` of ${pair.name} changed from ${format(before)} to ${format(after)}.`,
      );
  }
}

function compareEncoding(pair: SchemaPair, list: ChangeList): void {
  for (const keyword of ['contentEncoding', 'contentMediaType'])
    if (pair.base[keyword] !== pair.revision[keyword])
      list.major(
        keyword,
        `\`${keyword}\` of ${pair.name} changed.`,
        'The same string has a different meaning.',
        ...(keyword in pair.revision ? [keyword] : []),
      );
}

function compareDiscriminator({ name, base, revision }: SchemaPair, list: ChangeList): void {
  const [before, after] = [base.discriminator, revision.discriminator];
  if (isDeepStrictEqual(before, after) || !isObject(before)) return;
  const mappings = [before, objectOr(after)].map(({ mapping }) => objectOr(mapping));
  const [earlier = {}, now = {}] = mappings;
  const lost = Object.keys(earlier).filter((value) => earlier[value] !== now[value]);
  if (!isObject(after) || before.propertyName !== after.propertyName || lost.length > 0)
    list.major(
      'discriminator',
      `The discriminator of ${name} changed.`,
      'Code that uses the discriminator to select a type fails.',
    );
  else
    list.minor(
      'discriminator',
      `The discriminator of ${name} has more values.`,
      reason.additive,
      'discriminator',
    );
}
