import type { StateMachine } from '@delivery-api/specs/contract';
import type { Change } from '../../comparison/change.ts';
import { type Comparison, missing } from '../../comparison/rule.ts';
import { change } from './change.ts';

/** Where something can stand: states, their phases and the ends among them. */
export function states(
  comparison: Comparison,
  before: StateMachine,
  after: StateMachine,
): Change[] {
  const tell = (
    rule: string,
    bump: Change['bump'],
    tokens: string[],
    what: string,
    reason: string,
  ) =>
    change(comparison, after, rule, bump, ['x-state-machine', 'states', ...tokens], what, reason);
  const { field } = after;
  const [gone, come] = [
    missing([...before.states.keys()], [...after.states.keys()]),
    missing([...after.states.keys()], [...before.states.keys()]),
  ];
  return [
    ...gone.map((state) =>
      tell(
        'state-removed',
        'major',
        [],
        `The ${field} \`${state}\` is gone.`,
        'Whoever waits for it waits forever.',
      ),
    ),
    ...come.map((state) =>
      tell(
        'state-added',
        'minor',
        [state],
        `There is a new ${field} \`${state}\`, in the phase \`${after.states.get(state)?.phase}\`.`,
        'Those who do not know it go by its phase.',
      ),
    ),
    ...[...before.states].flatMap(([state, was]): Change[] => {
      const is = after.states.get(state);
      if (is === undefined) return [];
      return [
        ...(was.phase === is.phase
          ? []
          : [
              tell(
                'phase-changed',
                'major',
                [state],
                `The ${field} \`${state}\` belongs to the phase \`${is.phase}\`, no longer to \`${was.phase}\`.`,
                'Clients branch on the phase, and take another branch.',
              ),
            ]),
        ...(was.terminal && !is.terminal
          ? [
              tell(
                'terminal-reopened',
                'major',
                [state],
                `The ${field} \`${state}\` was an end, and something can follow it from now on.`,
                'Whoever closed the books at this point has to open them again.',
              ),
            ]
          : []),
        ...(!was.terminal && is.terminal
          ? [
              tell(
                'terminal-made',
                'major',
                [state],
                `The ${field} \`${state}\` is an end from now on.`,
                'Whoever waits for what used to follow waits forever.',
              ),
            ]
          : []),
      ];
    }),
  ];
}
