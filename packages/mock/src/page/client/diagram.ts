import type { MachineData } from '../wire.ts';
import { s } from './dom.ts';

const column = 151;
const row = 30;
const box = { width: 136, height: 22 };
const head = 22;

export interface StatusPath {
  /** The previous statuses and the current status, oldest first. */
  passed: string[];
  now: string;
  /** The statuses that can follow the current status. */
  next: string[];
}

/** Returns the path of a resource through its state machine. */
export function statusPathOf(
  { transitions }: MachineData,
  now: string,
  history: readonly { status: string }[],
): StatusPath {
  const passed = history
    .map(({ status }) => status)
    .filter((status, index, all) => status !== all[index - 1]);
  if (passed.at(-1) !== now) passed.push(now);
  return { passed, now, next: transitions.filter(({ from }) => from === now).map(({ to }) => to) };
}

/** Returns the content of the state diagram as text. */
export function describeStatusPath(
  { states }: MachineData,
  { passed, now, next }: StatusPath,
): string {
  const phase = states.find(({ name }) => name === now)?.phase;
  const before = passed.slice(0, -1);
  const end = phase === undefined ? 'Next: unknown.' : 'Final.';
  return [
    `Now ${now}${phase === undefined ? ', which is not in the contract' : ` (phase ${phase})`}.`,
    before.length > 0 ? `Previous: ${before.join(', ')}.` : 'No previous status.',
    next.length > 0 ? `Next: ${next.join(', ')}.` : end,
  ].join(' ');
}

/** Returns the phases in the order of their states. Phases with only final states are last. */
function phasesOf(states: MachineData['states']): string[] {
  const hasNonFinalState = (phase: string): boolean =>
    states.some((state) => state.phase === phase && !state.terminal);
  const all = [...new Set(states.map(({ phase }) => phase))];
  return [...all.filter(hasNonFinalState), ...all.filter((phase) => !hasNonFinalState(phase))];
}

/**
 * Draws a state machine with a column for each phase. Solid lines show the path so far. Dashed
 * lines show the possible transitions from the current status.
 */
export function drawDiagram(
  { states }: MachineData,
  { passed, now, next }: StatusPath,
): SVGSVGElement {
  const phases = phasesOf(states);
  const positions = new Map<string, { x: number; y: number; column: number }>();
  for (const [index, phase] of phases.entries()) {
    for (const [line, { name }] of states.filter((state) => state.phase === phase).entries())
      positions.set(name, { x: index * column + 2, y: head + line * row, column: index });
  }
  const lines = Math.max(
    ...phases.map((phase) => states.filter((state) => state.phase === phase).length),
  );
  const width = (phases.length - 1) * column + box.width + 4;
  const height = head + lines * row;
  const edge = (from: string, to: string, kind: string): SVGPathElement | undefined => {
    const [a, b] = [positions.get(from), positions.get(to)];
    return a === undefined || b === undefined || a === b
      ? undefined
      : s('path', { class: kind, d: path(a, b) });
  };
  return s(
    'svg',
    {
      viewBox: `0 0 ${width} ${height}`,
      width: String(width),
      height: String(height),
      'aria-hidden': 'true',
      class: 'diagram',
    },
    ...phases.map((phase, index) =>
      s('text', { x: String(index * column + 4), y: '12', class: 'phase' }, phase),
    ),
    ...next.map((to) => edge(now, to, 'possible')),
    ...passed.slice(1).map((to, index) => edge(passed[index] as string, to, 'taken')),
    ...states.map(({ name }) => {
      const { x, y } = positions.get(name) ?? { x: 0, y: 0 };
      const kind =
        name === now
          ? 'now'
          : passed.includes(name)
            ? 'passed'
            : next.includes(name)
              ? 'next'
              : 'other';
      return s(
        'g',
        { class: `state ${kind}` },
        s('rect', {
          x: String(x),
          y: String(y),
          width: String(box.width),
          height: String(box.height),
          rx: '5',
        }),
        s('text', { x: String(x + 8), y: String(y + 15) }, name),
      );
    }),
  );
}

/** Scrolls a diagram that is wider than its container to the current status. */
export function scrollToCurrent(container: HTMLElement): void {
  const x = container.querySelector('.state.now rect')?.getAttribute('x');
  if (x != null) container.scrollLeft = Number(x) - (container.clientWidth - box.width) / 2;
}

/** Draws a small state diagram without names. */
export function drawMiniDiagram(
  { states }: MachineData,
  { passed, now }: StatusPath,
): SVGSVGElement {
  const phases = phasesOf(states);
  let x = 5;
  const dots: SVGElement[] = [];
  for (const phase of phases) {
    for (const { name } of states.filter((state) => state.phase === phase)) {
      const kind = name === now ? 'now' : passed.includes(name) ? 'passed' : 'other';
      dots.push(
        s('circle', { cx: String(x), cy: '8', r: kind === 'now' ? '5' : '3', class: kind }),
      );
      x += 11;
    }
    x += 7;
  }
  return s(
    'svg',
    {
      viewBox: `0 0 ${x} 16`,
      width: String(x),
      height: '16',
      'aria-hidden': 'true',
      class: 'mini-diagram',
    },
    ...dots,
  );
}

type Position = { x: number; y: number; column: number };

function path(a: Position, b: Position): string {
  const middle = box.height / 2;
  if (a.column === b.column) {
    const [x, down] = [a.x + 14, a.y < b.y];
    return `M${x} ${down ? a.y + box.height : a.y}V${down ? b.y : b.y + box.height}`;
  }
  const forward = a.column < b.column;
  const [from, to] = forward ? [a.x + box.width, b.x] : [a.x, b.x + box.width];
  const bend = forward ? 14 : -14;
  return `M${from} ${a.y + middle}C${from + bend} ${a.y + middle} ${to - bend} ${b.y + middle} ${to} ${b.y + middle}`;
}
