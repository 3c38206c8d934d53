import { documentRule } from './document-node.js';
import { enumValuesOf, everyProperty, everySchema } from './traversal.js';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/**
 * A state machine (`x-state-machine`) has exactly the values of its enum as states. Each state can
 * be reached, and exactly the terminal states have no outgoing transition. The phases match the
 * enum of `phase`. A terminal state does not share its phase with a state that is not terminal.
 */
export const stateMachine = documentRule((root) => {
  const machines = [...everySchema(root)]
    .map(({ schema }) => schema)
    .filter((schema) => schema.at('x-state-machine').exists);
  for (const schema of new Map(machines.map((one) => [one.id, one])).values()) {
    const machine = schema.at('x-state-machine');
    const states = new Set(Object.keys(machine.value.states ?? {}));
    checkStates(schema, machine, states);
    checkTransitions(root, machine, states);
    checkPhases(root, schema, machine);
  }
});

/** @param {DocumentNode} schema @param {DocumentNode} machine @param {Set<string>} states */
function checkStates(schema, machine, states) {
  const values = /** @type {string[]} */ (enumValuesOf(schema).value ?? []);
  for (const value of values)
    if (!states.has(value))
      machine.at('states').report(`'${value}' is in the enum but not in the state machine.`);
  for (const [name, state] of machine.at('states').entries())
    if (!values.includes(name))
      state.report(`'${name}' is in the state machine but not in the enum.`);
  for (const list of ['initial', 'guaranteed']) {
    for (const item of machine.at(list).items())
      if (!states.has(item.value)) item.report(`'${item.value}' in '${list}' is not a state.`);
  }
  const seen = new Set(/** @type {string[]} */ (machine.value.initial ?? []));
  const transitions = /** @type {{ from: string, to: string }[]} */ (
    machine.value.transitions ?? []
  );
  for (let size = -1; size !== seen.size; ) {
    size = seen.size;
    for (const { from, to } of transitions) if (seen.has(from)) seen.add(to);
  }
  for (const [name, state] of machine.at('states').entries()) {
    if (!seen.has(name)) state.report(`State '${name}' cannot be reached.`);
    if (!state.value?.terminal && !transitions.some(({ from }) => from === name))
      state.report(`State '${name}' has no transition to another state, but is not terminal.`);
  }
}

/** @param {DocumentNode} root @param {DocumentNode} machine @param {Set<string>} states */
function checkTransitions(root, machine, states) {
  const seen = new Set();
  for (const transition of machine.at('transitions').items()) {
    const { from, to, fires_event: event } = transition.value;
    for (const name of [from, to])
      if (!states.has(name)) transition.report(`'${name}' is not a state.`);
    if (machine.value.states?.[from]?.terminal)
      transition.report(`Terminal state '${from}' has a transition to another state.`);
    if (seen.has(`${from} ${to}`))
      transition.report(`The transition from '${from}' to '${to}' occurs twice.`);
    seen.add(`${from} ${to}`);
    if (event !== undefined && !root.at('webhooks', event).exists)
      transition.at('fires_event').report(`There is no webhook '${event}'.`);
  }
}

/** @param {DocumentNode} root @param {DocumentNode} schema @param {DocumentNode} machine */
function checkPhases(root, schema, machine) {
  const states = machine.at('states').entries();
  const used = new Set(states.map(([, state]) => state.value?.phase));
  const closing = new Set(
    states.filter(([, state]) => state.value?.terminal).map(([, state]) => state.value.phase),
  );
  for (const [name, state] of states) {
    if (!state.value?.terminal && closing.has(state.value?.phase))
      state.report(
        `'${name}' is not terminal, but shares the phase '${state.value.phase}' with a terminal state.`,
      );
  }
  const owners = everyProperty(root)
    .filter((one) => one.name === machine.value.field && one.schema.id === schema.id)
    .map(({ owner }) => /** @type {DocumentNode} */ (owner));
  const phases = owners
    .map((owner) => owner.at('properties', 'phase'))
    .find(({ exists }) => exists);
  if (phases === undefined)
    return machine.report(`No object has both '${machine.value.field}' and 'phase'.`);
  if (!Array.isArray(phases.value.enum))
    return phases.report("'phase' must be a fixed enum, because clients branch on it.");
  for (const [name, state] of states) {
    if (!phases.value.enum.includes(state.value?.phase))
      state.report(`The phase '${state.value?.phase}' of '${name}' is not in the enum of 'phase'.`);
  }
  for (const phase of phases.value.enum)
    if (!used.has(phase)) phases.report(`No state has the phase '${phase}'.`);
}
