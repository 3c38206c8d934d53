import type { StateMachine, Transition } from '@delivery-api/specs/contract';
import type { Change } from '../../comparison/change.ts';
import { matched, unmatched } from '../../comparison/pairs.ts';
import { type Comparison, list, missing } from '../../comparison/rule.ts';
import { change } from './change.ts';

const way = ({ from, to }: Transition): string => `\`${from}\` to \`${to}\``;

/** What follows what, who moves it, what a step needs, and who hears of it. */
export function transitions(
  comparison: Comparison,
  before: StateMachine,
  after: StateMachine,
): Change[] {
  const key = ({ from, to }: Transition) => `${from} ${to}`;
  const tell = (
    rule: string,
    bump: Change['bump'],
    transition: Transition | undefined,
    what: string,
    reason: string,
  ) =>
    change(
      comparison,
      after,
      rule,
      bump,
      [
        'x-state-machine',
        'transitions',
        ...(transition === undefined ? [] : [after.transitions.indexOf(transition)]),
      ],
      what,
      reason,
    );
  const { field } = after;
  return [
    ...unmatched(before.transitions, after.transitions, key).map((one) =>
      tell(
        'transition-removed',
        'major',
        undefined,
        `The ${field} can no longer go from ${way(one)}.`,
        `Whoever makes this step, or waits for it (it was made by ${list(one.by)}), is stuck.`,
      ),
    ),
    ...unmatched(after.transitions, before.transitions, key).map((one) =>
      tell(
        'transition-added',
        'minor',
        one,
        `The ${field} can also go from ${way(one)}.`,
        'Every way that was there is still there.',
      ),
    ),
    ...matched(before.transitions, after.transitions, key).flatMap(([was, is]): Change[] => {
      const [actorsGone, actorsCome] = [missing(was.by, is.by), missing(is.by, was.by)];
      const [needsGone, needsCome] = [missing(was.needs, is.needs), missing(is.needs, was.needs)];
      return [
        ...(actorsGone.length > 0
          ? [
              tell(
                'actor-removed',
                'major',
                is,
                `${list(actorsGone)} can no longer move the ${field} from ${way(is)}.`,
                'Whoever did so is refused.',
              ),
            ]
          : []),
        ...(actorsCome.length > 0
          ? [
              tell(
                'actor-added',
                'minor',
                is,
                `${list(actorsCome)} can also move the ${field} from ${way(is)}.`,
                'The step itself is the same.',
              ),
            ]
          : []),
        ...(needsCome.length > 0
          ? [
              tell(
                'needs-more',
                'major',
                is,
                `The step from ${way(is)} needs ${list(needsCome)} from now on.`,
                'Requests for it that do not carry this, right until now, are refused.',
              ),
            ]
          : []),
        ...(needsGone.length > 0
          ? [
              tell(
                'needs-less',
                'minor',
                is,
                `The step from ${way(is)} no longer needs ${list(needsGone)}.`,
                'It may still be given.',
              ),
            ]
          : []),
        ...(was.firesEvent !== is.firesEvent
          ? [
              was.firesEvent === undefined
                ? tell(
                    'event-added',
                    'minor',
                    is,
                    `The step from ${way(is)} is announced by \`${is.firesEvent}\`.`,
                    'An event more, in a form that receivers know.',
                  )
                : tell(
                    'event-removed',
                    'major',
                    is,
                    `The step from ${way(is)} is no longer announced by \`${was.firesEvent}\`.`,
                    'Whoever waits for the event waits forever.',
                  ),
            ]
          : []),
      ];
    }),
  ];
}
