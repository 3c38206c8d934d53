import { deprecations } from '../comparison/deprecations.ts';
import type { Change } from '../comparison/change.ts';
import type { Rule } from '../comparison/rule.ts';

/**
 * What is announced to go. An earlier end takes back a promise; everything else about it is news.
 */
export const deprecation: Rule = ({ base, revision }) => {
  const [before, after] = [deprecations(base), deprecations(revision)];
  const changes: Change[] = [];
  for (const [key, now] of after) {
    const earlier = before.get(key);
    const shared = {
      direction: 'document' as const,
      operations: now.operations,
      pointer: now.pointer,
    };
    if (earlier === undefined) {
      const end = now.sunset === undefined ? '' : `, and goes on ${now.sunset}`;
      changes.push({
        ...shared,
        rule: 'deprecation/announced',
        bump: 'minor',
        what: `${now.name} is deprecated${end}.`,
        reason: 'It works as before; those who use it have time to move.',
      });
    } else if (
      earlier.sunset !== undefined &&
      (now.sunset === undefined || now.sunset < earlier.sunset)
    ) {
      const end = now.sunset ?? 'an unknown day';
      changes.push({
        ...shared,
        rule: 'deprecation/sunset-earlier',
        bump: 'major',
        what: `${now.name} goes on ${end}, not on ${earlier.sunset}.`,
        reason: 'Those who use it have less time than they were promised.',
      });
    } else if (earlier.sunset !== now.sunset) {
      changes.push({
        ...shared,
        rule: 'deprecation/sunset-later',
        bump: 'minor',
        what: `${now.name} goes on ${now.sunset}${earlier.sunset === undefined ? '' : `, not on ${earlier.sunset}`}.`,
        reason: 'Those who use it have more time, or know how much.',
      });
    }
  }
  for (const [key, earlier] of before) {
    if (after.has(key) || earlier.existsIn(revision) === false) continue;
    changes.push({
      rule: 'deprecation/withdrawn',
      direction: 'document',
      bump: 'minor',
      operations: earlier.operations,
      pointer: earlier.pointer,
      what: `${earlier.name} is no longer deprecated.`,
      reason: 'It stays.',
    });
  }
  return changes;
};
