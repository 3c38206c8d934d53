import type { StateMachine, Transition } from '@delivery-api/specs/contract';

/** The questions that the sandbox asks of a contract's state machine. */
export class Machine {
  readonly #machine: StateMachine;

  constructor(machine: StateMachine) {
    this.#machine = machine;
  }

  /** The states that there are; one of a later version of the contract is not among them. */
  get states(): string[] {
    return [...this.#machine.states.keys()];
  }

  /** The closed phase of a state. */
  phaseOf(state: string): string {
    return this.#state(state).phase;
  }

  isTerminal(state: string): boolean {
    return this.#state(state).terminal;
  }

  /** The transitions that leave a state, those of one actor where `by` is given. */
  from(state: string, by?: string): Transition[] {
    return this.#machine.transitions.filter(
      (one) => one.from === state && (by === undefined || one.by.includes(by)),
    );
  }

  /** The transition between two states, where the contract has one. */
  between(from: string, to: string): Transition | undefined {
    return this.#machine.transitions.find((one) => one.from === from && one.to === to);
  }

  /**
   * The states on the way from one to another along transitions that `by` may cause, without
   * `from`, ending with `to`; the shortest where there are several.
   * `undefined` where there is no way. Where the contract allows forward skips, reaching `to` at
   * once is legal if such a way exists.
   */
  way(from: string, to: string, by?: string): string[] | undefined {
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
