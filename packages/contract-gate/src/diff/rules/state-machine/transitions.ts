import type { StateMachine, Transition } from '@delivery-api/specs/contract';
import { matched, unmatched } from '../../comparison/match.ts';
import { type ChangeList, diffLists, quoteList, reason } from '../../comparison/rule.ts';

const format = ({ from, to }: Transition): string => `from \`${from}\` to \`${to}\``;

const actorsOf = ({ by }: Transition): string =>
  by.length === 1
    ? `The actor of this transition was ${quoteList(by)}.`
    : `The actors of this transition were ${quoteList(by)}.`;

/** Compares the transitions: actors, preconditions and events. */
export function compareTransitions(before: StateMachine, after: StateMachine, changes: ChangeList) {
  const key = ({ from, to }: Transition) => `${from} ${to}`;
  const { field } = after;
  for (const transition of unmatched(before.transitions, after.transitions, key))
    changes.major(
      'transition-removed',
      `The ${field} can no longer change ${format(transition)}.`,
      `Clients that cause this transition, or wait for it, cannot proceed. ${actorsOf(transition)}`,
      'transitions',
    );
  for (const transition of unmatched(after.transitions, before.transitions, key))
    changes.minor(
      'transition-added',
      `The ${field} can now also change ${format(transition)}.`,
      'The new transition does not affect the other transitions.',
      'transitions',
      after.transitions.indexOf(transition),
    );
  for (const [base, revision] of matched(before.transitions, after.transitions, key))
    compare(base, revision, after, changes);
}

function compare(
  base: Transition,
  revision: Transition,
  { field, transitions }: StateMachine,
  changes: ChangeList,
): void {
  const at = ['transitions', transitions.indexOf(revision)];
  const name = format(revision);
  const actors = diffLists(base.by, revision.by);
  if (actors.removed.length > 0)
    changes.major(
      'actor-removed',
      `${quoteList(actors.removed)} can no longer change the ${field} ${name}.`,
      'Requests from a removed actor are rejected. Code that waits for that actor can wait forever.',
      ...at,
    );
  if (actors.added.length > 0)
    changes.minor(
      'actor-added',
      `${quoteList(actors.added)} can now also change the ${field} ${name}.`,
      'The transition itself is unchanged.',
      ...at,
    );
  const needs = diffLists(base.needs, revision.needs);
  if (needs.added.length > 0)
    changes.major(
      'needs-more',
      `The transition ${name} now requires ${quoteList(needs.added)}.`,
      reason.rejected,
      ...at,
    );
  if (needs.removed.length > 0)
    changes.minor(
      'needs-less',
      `The transition ${name} no longer requires ${quoteList(needs.removed)}.`,
      reason.stillValid,
      ...at,
    );
  if (base.firesEvent === revision.firesEvent) return;
  if (base.firesEvent === undefined)
    changes.minor(
      'event-added',
      `The transition ${name} now sends the event \`${revision.firesEvent}\`.`,
      reason.additive,
      ...at,
    );
  else
    changes.major(
      'event-removed',
      `The transition ${name} no longer sends the event \`${base.firesEvent}\`.`,
      reason.neverHappens,
      ...at,
    );
}
