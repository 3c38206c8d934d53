import type { InterfaceContext } from '../../kernel/interface-behavior.ts';
import { Machine } from '../../kernel/state-machine.ts';
import { createLastmileState, type LastmileState } from './lastmile-state.ts';

/** The dependencies and state that all parts of the Lastmile behavior share. */
export interface LastmileContext extends InterfaceContext {
  readonly state: LastmileState;
  readonly machine: Machine;
  /** The statuses of a successful delivery, starting with the search for a courier. */
  readonly mainSequence: readonly string[];
  /** The initial statuses, then the main sequence. */
  readonly statusOrder: readonly string[];
  readonly event: { readonly type: string; readonly version: string };
}

/**
 * Declares the state, and reads the state machine and the event from the contract.
 *
 * @throws {Error} if the contract has no state machine or no event for bookings
 */
export function createLastmileContext(context: InterfaceContext): LastmileContext {
  const { contract } = context;
  const data = contract.machines.find(({ schemaName }) => schemaName === 'BookingStatus');
  const webhook = contract.webhooks.find(
    ({ content }) => content.schemaName === 'BookingUpdatedEvent',
  );
  if (data === undefined || webhook === undefined)
    throw new Error(`The contract '${contract.name}' lacks BookingStatus or BookingUpdatedEvent.`);
  const machine = new Machine(data);
  const [start = '', end = ''] = [data.guaranteed[0], data.guaranteed.at(-1)];
  const mainSequence = [start, ...(machine.path(start, end) ?? [])];
  return {
    ...context,
    state: createLastmileState(context),
    machine,
    mainSequence,
    statusOrder: [...data.initial, ...mainSequence],
    event: { type: webhook.name, version: contract.version.split('.').slice(0, 2).join('.') },
  };
}
