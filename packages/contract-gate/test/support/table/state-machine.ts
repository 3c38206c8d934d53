import { machine, schemas, set, status } from './parts.ts';
import { adds, breaks, type Row, row } from './row.ts';

/** Changes to state machines, as edits of the small contract. */
export const stateMachineRows: Row[] = [
  row(
    'x-state-machine',
    'transition',
    breaks('a transition is removed', (d) => machine(d).transitions.pop()),
    adds('a new transition', (d) =>
      machine(d).transitions.push({ from: 'resting', to: 'lost', by: ['courier'] }),
    ),
  ),
  row(
    'x-state-machine',
    'state',
    breaks('a state is removed', (d) => delete machine(d).states.lost),
    adds('a new state', (d) => {
      machine(d).states.sorted = { phase: 'open' };
    }),
  ),
  row(
    'x-state-machine',
    'terminal',
    breaks('a final state is no longer final', (d) => delete machine(d).states.lost.terminal),
    adds('a new state that is final', (d) => {
      machine(d).states.burnt = { phase: 'closed', terminal: true };
    }),
  ),
  row(
    'x-state-machine',
    'new final state',
    breaks(
      'a state becomes final',
      set((d) => machine(d).states.resting, { terminal: true }),
    ),
    'the opposite change is also breaking',
  ),
  row(
    'x-state-machine',
    'phase',
    breaks(
      'a state changes its phase',
      set((d) => machine(d).states.resting, { phase: 'closed' }),
    ),
    'clients branch on phases',
  ),
  row(
    'x-state-machine',
    'initial',
    breaks('a later state becomes an initial state', (d) => machine(d).initial.push('moving')),
    adds(
      'an initial state is removed',
      (d) => machine(d).initial.pop(),
      (d) => machine(d).initial.push('moving'),
    ),
  ),
  row(
    'x-state-machine',
    'guaranteed',
    breaks('a state is no longer guaranteed', (d) => machine(d).guaranteed.shift()),
    adds('an additional state is guaranteed', (d) => machine(d).guaranteed.push('moving')),
  ),
  row(
    'x-state-machine',
    'skips',
    breaks('states can be skipped', set(machine, { skips: 'forward' })),
    adds(
      'states can no longer be skipped, if clients do not change the state',
      set(machine, { skips: 'none' }),
      set(machine, { skips: 'forward' }),
    ),
  ),
  row(
    'x-state-machine',
    'by',
    breaks('an actor can no longer cause a transition', (d) => machine(d).transitions[0].by.pop()),
    adds('an additional actor can cause a transition', (d) =>
      machine(d).transitions[0].by.push('store'),
    ),
  ),
  row(
    'x-state-machine',
    'needs',
    breaks('a transition has an additional precondition', (d) =>
      machine(d).transitions[3].needs.push('photo'),
    ),
    adds('a precondition of a transition is removed', (d) => machine(d).transitions[3].needs.pop()),
  ),
  row(
    'x-state-machine',
    'fires_event',
    breaks(
      'a transition no longer sends an event',
      (d) => delete machine(d).transitions[0].fires_event,
    ),
    adds(
      'a transition now sends an event',
      set((d) => machine(d).transitions[1], { fires_event: 'parcelMoved' }),
    ),
  ),
  row(
    'x-state-machine',
    'field',
    breaks('a different field contains the state', set(machine, { field: 'state' })),
    'code reads the field by name',
  ),
  row(
    'x-state-machine',
    'presence',
    breaks('the state machine is removed', (d) => delete status(d)['x-state-machine']),
    adds('a new state machine', (d) => {
      schemas(d).ParcelPhase['x-state-machine'] = {
        field: 'phase',
        initial: ['open'],
        states: { open: { phase: 'open' }, closed: { phase: 'closed', terminal: true } },
        transitions: [{ from: 'open', to: 'closed', by: ['system'] }],
        skips: 'none',
        guaranteed: [],
      };
    }),
  ),
];
