import type { Change } from '../comparison/change.ts';
import { type Deprecation, deprecations } from '../comparison/deprecations.ts';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

/** Deprecations. An earlier or removed sunset is major; every other change is minor. */
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
      `${now.name} is deprecated.${sunset === undefined ? '' : ` Its sunset is ${sunset}.`}`,
      sunset === undefined ? reason.additive : 'It continues to work at least until its sunset.',
    );
  else if (earlier.sunset !== undefined && (sunset === undefined || sunset < earlier.sunset))
    list.major(
      'sunset-earlier',
      sunset === undefined
        ? `The sunset of ${now.name} is removed (was ${earlier.sunset}).`
        : `The sunset of ${now.name} changed from ${earlier.sunset} to ${sunset}.`,
      'Clients can have less time to migrate than announced.',
    );
  else if (earlier.sunset !== sunset)
    list.minor(
      'sunset-later',
      earlier.sunset === undefined
        ? `The sunset of ${now.name} is now ${sunset}.`
        : `The sunset of ${now.name} changed from ${earlier.sunset} to ${sunset}.`,
      earlier.sunset === undefined
        ? 'Clients now know how much time they have to migrate.'
        : 'Clients have more time to migrate.',
    );
  return list.changes;
}
