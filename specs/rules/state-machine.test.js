import { describeRule, withResponse } from './rule-tester.js';

const machine = {
  field: 'status',
  initial: ['open'],
  states: { open: { phase: 'active' }, done: { phase: 'closed', terminal: true } },
  transitions: [{ from: 'open', to: 'done', by: ['courier'] }],
  skips: 'none',
  guaranteed: ['done'],
};
/**
 * @param {Record<string, any>} changes @param {Record<string, any>} [booking] @param
 * {Record<string, any>} [webhooks]
 */
const document = (changes, booking = {}, webhooks) => ({
  ...withResponse(
    {
      type: 'object',
      properties: {
        status: { $ref: '#/components/schemas/Status' },
        phase: { type: 'string', enum: ['active', 'closed'] },
        ...booking,
      },
    },
    {
      Status: {
        type: 'string',
        enum: ['open', 'done'],
        'x-state-machine': { ...machine, ...changes },
      },
    },
  ),
  ...(webhooks && { webhooks }),
});
const at = '#/components/schemas/Status/x-state-machine';
const { states, transitions } = machine;

describeRule('state-machine', {
  accepts: {
    'a complete state machine': document({}),
    'an event that is a webhook': document(
      { transitions: [{ ...transitions[0], fires_event: 'bookingUpdated' }] },
      {},
      { bookingUpdated: { post: { responses: {} } } },
    ),
  },
  rejects: {
    'a value without a state': [
      document(
        { states: { done: states.done }, initial: ['done'], transitions: [] },
        { phase: { type: 'string', enum: ['closed'] } },
      ),
      [`${at}/states: 'open' is in the enum but not in the state machine.`],
    ],
    'a state without a value': [
      document({
        states: { ...states, lost: { phase: 'closed', terminal: true } },
        transitions: [...transitions, { from: 'open', to: 'lost', by: ['courier'] }],
      }),
      [`${at}/states/lost: 'lost' is in the state machine but not in the enum.`],
    ],
    'a state that cannot be reached': [
      document({ transitions: [{ from: 'open', to: 'open', by: ['courier'] }] }),
      [`${at}/states/done: State 'done' cannot be reached.`],
    ],
    'a transition from a terminal state': [
      document({ transitions: [...transitions, { from: 'done', to: 'open', by: ['courier'] }] }),
      [`${at}/transitions/1: Terminal state 'done' has a transition to another state.`],
    ],
    'a state without transitions that is not terminal': [
      document({ states: { open: states.open, done: { phase: 'closed' } } }),
      [`${at}/states/done: State 'done' has no transition to another state, but is not terminal.`],
    ],
    'a transition to an unknown state': [
      document({ transitions: [...transitions, { from: 'open', to: 'gone', by: ['courier'] }] }),
      [`${at}/transitions/1: 'gone' is not a state.`],
    ],
    'a transition that occurs twice': [
      document({ transitions: [...transitions, ...transitions] }),
      [`${at}/transitions/1: The transition from 'open' to 'done' occurs twice.`],
    ],
    'an unknown initial state': [
      document({ initial: ['open', 'new'] }),
      [`${at}/initial/1: 'new' in 'initial' is not a state.`],
    ],
    'an unknown guaranteed state': [
      document({ guaranteed: ['paid'] }),
      [`${at}/guaranteed/0: 'paid' in 'guaranteed' is not a state.`],
    ],
    'an event that is not a webhook': [
      document({ transitions: [{ ...transitions[0], fires_event: 'bookingClosed' }] }),
      [`${at}/transitions/0/fires_event: There is no webhook 'bookingClosed'.`],
    ],
    'a phase that is not in the phase enum': [
      document(
        { states: { open: { phase: 'running' }, done: states.done } },
        { phase: { type: 'string', enum: ['closed'] } },
      ),
      [`${at}/states/open: The phase 'running' of 'open' is not in the enum of 'phase'.`],
    ],
    'a phase that no state has': [
      document({}, { phase: { type: 'string', enum: ['active', 'closed', 'return'] } }),
      [
        "#/paths/~1thing/post/responses/200/content/application~1json/schema/properties/phase: No state has the phase 'return'.",
      ],
    ],
    'a phase that a terminal and another state share': [
      document(
        { states: { open: { phase: 'closed' }, done: states.done } },
        { phase: { type: 'string', enum: ['closed'] } },
      ),
      [
        `${at}/states/open: 'open' is not terminal, but shares the phase 'closed' with a terminal state.`,
      ],
    ],
    'an extensible phase enum': [
      document({}, { phase: { type: 'string', 'x-extensible-enum': ['active', 'closed'] } }),
      [
        "#/paths/~1thing/post/responses/200/content/application~1json/schema/properties/phase: 'phase' must be a fixed enum, because clients branch on it.",
      ],
    ],
    'a state machine for a field that no schema has': [
      document({ field: 'state' }),
      [`${at}: No object has both 'state' and 'phase'.`],
    ],
  },
});
