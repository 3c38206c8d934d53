import type { Contract, StateMachine } from '@delivery-api/specs/contract';
import { SiteError } from '../../errors.ts';
import { known, named } from '../directive/input.ts';
import { codes, table } from '../directive/markdown-table.ts';

/**
 * Returns a state machine by its resource: `booking` for `BookingStatus`.
 *
 * @throws {SiteError} with the known names, if the state machine does not exist
 */
export const machineOf = (contract: Contract, name: string | undefined): StateMachine =>
  named(
    new Map(
      contract.machines.map((machine) => [
        machine.schemaName.replace(/Status$/, '').toLowerCase(),
        machine,
      ]),
    ),
    name,
    'diagram',
  );

/** Transitions that differ only in their source state. */
export interface TransitionGroup {
  from: string[];
  to: string;
  by: string[];
  needs: string[];
}

/** Groups transitions with the same target, actors and required fields. */
export function groupTransitions({ transitions }: StateMachine): TransitionGroup[] {
  const found: TransitionGroup[] = [];
  for (const { from, to, by, needs } of transitions) {
    const same = found.find(
      (group) =>
        group.to === to && String(group.by) === String(by) && String(group.needs) === String(needs),
    );
    if (same === undefined) found.push({ from: [from], to, by, needs });
    else same.from.push(from);
  }
  return found;
}

/**
 * Lists the transitions of the first state machine.
 *
 * @param actor lists only the transitions of this actor
 * @throws {SiteError} if there is no state machine, or the actor has no transition
 */
export function transitions(contract: Contract, actor?: string): string {
  const [machine] = contract.machines;
  if (machine === undefined) throw new SiteError(`${contract.name} has no state machine.`);
  const all = groupTransitions(machine);
  if (actor === undefined) return transitionTable(all);
  const own = all.filter(({ by }) => by.includes(actor));
  if (own.length === 0)
    throw new SiteError(
      `there is no actor '${actor}'. ${known(new Set(all.flatMap(({ by }) => by)))}`,
    );
  return table(
    ['From', 'To', 'Required fields'],
    own.map(({ from, to, needs }) => [codes(from), codes([to]), codes(needs)]),
  );
}

export const transitionTable = (all: readonly TransitionGroup[]): string =>
  table(
    ['From', 'To', 'Caused by', 'Required fields'],
    all.map(({ from, to, by, needs }) => [codes(from), codes([to]), by.join(', '), codes(needs)]),
  );
