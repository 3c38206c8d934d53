import type { Change } from '../comparison/change.ts';
import { type Deprecation, deprecations } from '../comparison/deprecations.ts';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

/** Deprecations. An earlier sunset breaks a promise; every other change is additive. */
export const deprecation: Rule = ({ base, revision }) => {
  const [before, after] = [deprecations(base), deprecations(revision)];
  return [
    ...[...after].flatMap(([key, now]) => compare(before.get(key), now)),
    ...[...before]
      .filter(([key, earlier]) => !after.has(key) && earlier.existsIn(revision))
      .flatMap(([, earlier]) => {
        const list = changesOf(earlier);
        list.minor('withdrawn', `${earlier.name} is no longer deprecated.`, reason.additive);
        return list.changes;
      }),
  ];
};

const changesOf = ({ operations, pointer }: Deprecation) =>
  new ChangeList('deprecation', { direction: 'document', operations, pointer });

function compare(earlier: Deprecation | undefined, { sunset, ...now }: Deprecation): Change[] {
  const list = changesOf({ sunset, ...now });
  if (earlier === undefined)
    list.minor(
      'announced',
      `${now.name} is deprecated${sunset === undefined ? '' : `, with sunset ${sunset}`}.`,
      'It works as before until its sunset.',
    );
  else if (earlier.sunset !== undefined && (sunset === undefined || sunset < earlier.sunset))
    list.major(
      'sunset-earlier',
      `The sunset of ${now.name} is ${sunset ?? 'not specified'}, no longer ${earlier.sunset}.`,
      'Clients have less time to migrate than announced.',
    );
  else if (earlier.sunset !== sunset)
    list.minor(
      'sunset-later',
      `The sunset of ${now.name} is ${sunset}${earlier.sunset === undefined ? '' : `, no longer ${earlier.sunset}`}.`,
      'Clients have more time to migrate, or know how much.',
    );
  return list.changes;
}
