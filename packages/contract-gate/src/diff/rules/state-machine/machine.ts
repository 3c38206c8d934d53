import type { StateMachine } from '@delivery-api/specs/contract';
import { type ChangeList, diffLists, quoteList, reason } from '../../comparison/rule.ts';

/** Compares the machine as a whole: its field, initial and guaranteed states, and skipping. */
export function compareMachine(before: StateMachine, after: StateMachine, changes: ChangeList) {
  const { field } = after;
  if (before.field !== field)
    changes.major(
      'field-changed',
      `The field that contains the state changed from \`${before.field}\` to \`${field}\`.`,
      'Existing code reads the old field.',
      'field',
    );
  const initial = diffLists(before.initial, after.initial);
  for (const state of initial.added) {
    const what = `\`${state}\` can now be the initial ${field}.`;
    if (before.states.has(state))
      changes.major(
        'initial-added',
        what,
        `Code that waits for an earlier ${field} can wait forever.`,
        'initial',
      );
    else
      changes.minor(
        'initial-added',
        what,
        `Clients handle an unknown ${field} by its phase.`,
        'initial',
      );
  }
  for (const state of initial.removed)
    changes.minor(
      'initial-removed',
      `\`${state}\` is no longer an initial ${field}.`,
      'Existing code still works.',
      'initial',
    );
  const guaranteed = diffLists(before.guaranteed, after.guaranteed);
  if (guaranteed.removed.length > 0)
    changes.major(
      'guarantee-removed',
      `A successful sequence can now skip ${quoteList(guaranteed.removed)}.`,
      'Code that waits for a skipped state can wait forever.',
      'guaranteed',
    );
  if (guaranteed.added.length > 0)
    changes.minor(
      'guarantee-added',
      `Every successful sequence now includes ${quoteList(guaranteed.added)}.`,
      reason.guarantee,
      'guaranteed',
    );
  if (before.skips !== after.skips) compareSkips(after, changes);
}

function compareSkips({ skips, transitions, field }: StateMachine, changes: ChangeList): void {
  const isMovedByClients = transitions.some(({ by }) =>
    by.some((actor) => actor === 'merchant' || actor === 'requester'),
  );
  if (skips === 'forward')
    changes.major(
      'skips-allowed',
      `The ${field} can now skip states.`,
      'Code that waits for each state can wait forever.',
      'skips',
    );
  else if (isMovedByClients)
    changes.major(
      'skips-forbidden',
      `The ${field} can no longer skip states.`,
      'Requests that skip states are rejected.',
      'skips',
    );
  else
    changes.minor(
      'skips-forbidden',
      `The ${field} can no longer skip states.`,
      `Clients do not change the ${field}, so this is an additional guarantee.`,
      'skips',
    );
}
