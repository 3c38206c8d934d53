import type { StateMachine } from '@delivery-api/specs/contract';
import { matched, unmatched } from '../../comparison/match.ts';
import { ChangeList, operationsUsing, type Rule, reason } from '../../comparison/rule.ts';
import { compareMachine } from './machine.ts';
import { compareStates } from './states.ts';
import { compareTransitions } from './transitions.ts';

/** `x-state-machine`: states, transitions, actors and events. */
export const stateMachine: Rule = (comparison) => {
  const { base, revision } = comparison;
  const name = ({ schemaName }: StateMachine) => schemaName;
  const changesOf = (schemaName: string, exists: boolean) =>
    new ChangeList('state-machine', {
      direction: 'behavior',
      operations: operationsUsing(comparison, schemaName),
      pointer: `#/components/schemas/${schemaName}${exists ? '/x-state-machine' : ''}`,
    });
  return [
    ...unmatched(base.machines, revision.machines, name).flatMap(({ schemaName }) => {
      const changes = changesOf(schemaName, false);
      changes.major(
        'removed',
        `\`${schemaName}\` no longer has a state machine.`,
        'Clients can no longer rely on the order of states.',
      );
      return changes.changes;
    }),
    ...unmatched(revision.machines, base.machines, name).flatMap(({ schemaName }) => {
      const changes = changesOf(schemaName, true);
      changes.minor('added', `\`${schemaName}\` now has a state machine.`, reason.guarantee);
      return changes.changes;
    }),
    ...matched(base.machines, revision.machines, name).flatMap(([before, after]) => {
      const changes = changesOf(after.schemaName, true);
      compareStates(before, after, changes);
      compareTransitions(before, after, changes);
      compareMachine(before, after, changes);
      return changes.changes;
    }),
  ];
};
