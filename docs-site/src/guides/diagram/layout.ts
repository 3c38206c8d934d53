import type { StateMachine } from '@delivery-api/specs/contract';

/** Edges to the same state. They are drawn as one arrow with a stub from each source state. */
export interface EdgeBundle {
  from: string[];
  to: string;
}

/**
 * Layout of a state machine: the main sequence in the center, edges that leave it on the right,
 * edges along it on the left.
 */
export interface Layout {
  main: string[];
  /** States outside the main sequence, from top to bottom. */
  side: string[];
  /** Edges from the main sequence to a side state. */
  leaving: EdgeBundle[];
  /** Edges along the main sequence that go back or skip states. */
  along: EdgeBundle[];
  /** Edges that start at a side state. */
  beside: { from: string; to: string }[];
}

/**
 * Returns the longest path that never goes back, from the first initial state to the last
 * guaranteed state. Without such a path, the result is empty.
 */
export function mainSequence({ states, transitions, initial, guaranteed }: StateMachine): string[] {
  const order = [...states.keys()];
  const end = guaranteed.at(-1);
  const longest = (from: string): string[] | undefined => {
    if (from === end) return [from];
    const tails = transitions
      .filter((edge) => edge.from === from && order.indexOf(edge.to) > order.indexOf(from))
      .map(({ to }) => longest(to))
      .filter((tail) => tail !== undefined);
    const best = tails.sort((a, b) => b.length - a.length)[0];
    return best === undefined ? undefined : [from, ...best];
  };
  return longest(initial[0] ?? order[0] ?? '') ?? [];
}

const bundles = (edges: readonly { from: string; to: string }[]): EdgeBundle[] =>
  [...Map.groupBy(edges, ({ to }) => to)].map(([to, all]) => ({
    to,
    from: all.map(({ from }) => from),
  }));

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((first, index) =>
    permutations(all.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}

/**
 * Returns the cost of an order of the side states: their distance from their sources, and the
 * distance between connected states.
 */
function layoutCost(
  order: readonly string[],
  main: readonly string[],
  leaving: readonly EdgeBundle[],
  beside: Layout['beside'],
): number {
  let cost = 0;
  let last = -1;
  const placed = new Map<string, number>();
  for (const state of order) {
    const rows =
      leaving.find(({ to }) => to === state)?.from.map((from) => main.indexOf(from)) ?? [];
    const low = Math.min(...rows);
    const high = Math.max(...rows);
    const row =
      rows.length === 0
        ? last + 1
        : Math.max(last + 1, rows.length === 1 ? low : Math.min(low + 1, high));
    if (rows.length > 0 && row > high) cost += (row - high) * 2;
    if (rows.length > 0) cost += row - low;
    placed.set(state, row);
    last = row;
  }
  for (const { from, to } of beside) {
    cost += (Math.abs(order.indexOf(from) - order.indexOf(to)) - 1) * 10;
    cost += Math.abs((placed.get(from) ?? 0) - (placed.get(to) ?? 0)) - 1;
  }
  return cost;
}

/** Computes the layout of a state machine. The result is deterministic. */
export function layout(machine: StateMachine): Layout {
  const main = mainSequence(machine);
  const onMain = (state: string): boolean => main.includes(state);
  const { transitions } = machine;
  const leaving = bundles(transitions.filter(({ from, to }) => onMain(from) && !onMain(to)));
  const along = transitions.filter(
    ({ from, to }) => onMain(from) && onMain(to) && main.indexOf(to) !== main.indexOf(from) + 1,
  );
  const forward = ({ from, to }: { from: string; to: string }): boolean =>
    main.indexOf(from) < main.indexOf(to);
  const beside = transitions
    .filter(({ from }) => !onMain(from))
    .map(({ from, to }) => ({ from, to }));
  const states = [...machine.states.keys()].filter((state) => !onMain(state));
  const side = permutations(states)
    .map((order) => ({ order, cost: layoutCost(order, main, leaving, beside) }))
    .reduce((best, one) => (one.cost < best.cost ? one : best)).order;
  return {
    main,
    side,
    leaving,
    along: [...bundles(along.filter(forward)), ...bundles(along.filter((edge) => !forward(edge)))],
    beside,
  };
}
