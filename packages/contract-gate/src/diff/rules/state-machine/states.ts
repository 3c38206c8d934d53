import type { StateMachine } from '@delivery-api/specs/contract';
import { type ChangeList, diffLists, reason } from '../../comparison/rule.ts';

/** Compares the states, their phases, and which of them are final. */
export function compareStates(before: StateMachine, after: StateMachine, changes: ChangeList) {
  const { field } = after;
  const { removed, added } = diffLists([...before.states.keys()], [...after.states.keys()]);
  for (const state of removed)
    changes.major(
      'state-removed',
      `The ${field} \`${state}\` is removed.`,
      reason.neverHappens,
      'states',
    );
  for (const state of added)
    changes.minor(
      'state-added',
      `The ${field} \`${state}\` is new. Its phase is \`${after.states.get(state)?.phase}\`.`,
      `Clients handle an unknown ${field} by its phase.`,
      'states',
      state,
    );
  for (const [state, now] of after.states) {
    const earlier = before.states.get(state);
    if (earlier === undefined) continue;
    const at = ['states', state];
    if (earlier.phase !== now.phase)
      changes.major(
        'phase-changed',
        `The phase of the ${field} \`${state}\` changed from \`${earlier.phase}\` to \`${now.phase}\`.`,
        'Code that branches on the phase takes a different branch.',
        ...at,
      );
    if (earlier.terminal && !now.terminal)
      changes.major(
        'terminal-reopened',
        `The ${field} \`${state}\` is no longer final.`,
        `Clients that stop processing at this ${field} miss later changes.`,
        ...at,
      );
    if (!earlier.terminal && now.terminal)
      changes.major(
        'terminal-made',
        `The ${field} \`${state}\` is now final.`,
        `Code that waits for a later ${field} waits forever.`,
        ...at,
      );
  }
}
