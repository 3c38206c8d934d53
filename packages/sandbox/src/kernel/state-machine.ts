import type { StateMachine, Transition } from '@delivery-api/specs/contract';

/** A state machine of a contract. */
export class Machine {
  readonly #machine: StateMachine;

  constructor(machine: StateMachine) {
    this.#machine = machine;
  }

  /** The states of this version of the contract. */
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

  /** Returns the transitions from a state, only those of the actor `by` when it is given. */
  from(state: string, by?: string): Transition[] {
    return this.#machine.transitions.filter(
      (one) => one.from === state && (by === undefined || one.by.includes(by)),
    );
  }

  /** Returns the transition between two states, if the contract has one. */
  between(from: string, to: string): Transition | undefined {
    return this.#machine.transitions.find((one) => one.from === from && one.to === to);
  }

  /**
   * Returns the shortest sequence of states from one state to another, without `from` and with `to`,
   * along transitions that `by` may cause; `undefined` when there is none. When the contract allows
   * forward skips and such a sequence exists, a direct change to `to` is valid too.
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
