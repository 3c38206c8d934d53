import type { StateMachine, Transition } from '@delivery-api/specs/contract';

/** A state machine in a contract. */
export class Machine {
  readonly #machine: StateMachine;

  constructor(machine: StateMachine) {
    this.#machine = machine;
  }

  /** The states in this version of the contract. */
  get states(): string[] {
    return [...this.#machine.states.keys()];
  }

  /** Returns the phase of a state; phases are a fixed enum. */
  phaseOf(state: string): string {
    return this.#state(state).phase;
  }

  isTerminal(state: string): boolean {
    return this.#state(state).terminal;
  }

  /**
   * Returns the transitions from a state. With `by`, only the transitions that this actor can
   * cause.
   */
  from(state: string, by?: string): Transition[] {
    return this.#machine.transitions.filter(
      (transition) => transition.from === state && (by === undefined || transition.by.includes(by)),
    );
  }

  /** Returns the transition between two states; `undefined` if the contract has none. */
  between(from: string, to: string): Transition | undefined {
    return this.#machine.transitions.find(
      (transition) => transition.from === from && transition.to === to,
    );
  }

  /**
   * Returns the shortest sequence of states from `from` (excluded) to `to` (included) over
   * transitions that `by` can cause; `undefined` if there is none. If the contract allows forward
   * skips and a sequence exists, a direct change to `to` is also valid.
   */
  path(from: string, to: string, by?: string): string[] | undefined {
    const paths: string[][] = [[from]];
    const seen = new Set([from]);
    for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
      const last = path.at(-1) as string;
      if (last === to && path.length > 1) return path.slice(1);
      for (const next of this.from(last, by)) {
        if (seen.has(next.to)) continue;
        seen.add(next.to);
        paths.push([...path, next.to]);
      }
    }
    return undefined;
  }

  get skipsForward(): boolean {
    return this.#machine.skips === 'forward';
  }

  #state(name: string): { phase: string; terminal: boolean } {
    const state = this.#machine.states.get(name);
    if (state === undefined) throw new Error(`${this.#machine.schemaName} has no state '${name}'.`);
    return state;
  }
}
