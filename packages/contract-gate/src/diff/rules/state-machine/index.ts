import type { StateMachine } from '@delivery-api/specs/contract';
import { matched, unmatched } from '../../comparison/pairs.ts';
import type { Rule } from '../../comparison/rule.ts';
import { change } from './change.ts';
import { course } from './sequence.ts';
import { states } from './states.ts';
import { transitions } from './transitions.ts';

/**
 * `x-state-machine`: where something can stand, what follows what, who moves it and who hears of
 * it.
 */
export const stateMachine: Rule = (comparison) => {
  const { base, revision } = comparison;
  const name = ({ schemaName }: StateMachine) => schemaName;
  return [
    ...unmatched(base.machines, revision.machines, name).map((machine) =>
      change(
        comparison,
        machine,
        'removed',
        'major',
        [],
        `\`${machine.schemaName}\` no longer says which state follows which.`,
        'Nobody can rely on an order of states any more.',
      ),
    ),
    ...unmatched(revision.machines, base.machines, name).map((machine) =>
      change(
        comparison,
        machine,
        'added',
        'minor',
        ['x-state-machine'],
        `\`${machine.schemaName}\` says which state follows which.`,
        'A promise more.',
      ),
    ),
    ...matched(base.machines, revision.machines, name).flatMap(([before, after]) => [
      ...states(comparison, before, after),
      ...transitions(comparison, before, after),
      ...course(comparison, before, after),
    ]),
  ];
};
