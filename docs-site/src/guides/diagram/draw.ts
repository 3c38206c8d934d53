import type { StateMachine } from '@delivery-api/specs/contract';
import { type Html, html } from '../../html.ts';
import { type Placed, place, size } from './place.ts';
import type { Bus, Plan } from './plan.ts';

/** Where lines leave and enter a box at one side, apart from each other. */
class Ports {
  private readonly used = new Map<string, { key: string; other: number }[]>();

  ask(state: string, key: string, other: number): void {
    this.used.set(state, [...(this.used.get(state) ?? []), { key, other }]);
  }

  /** How far from the middle of the box. Lines whose other end is higher stand higher. */
  offset(state: string, key: string): number {
    const all = (this.used.get(state) ?? []).toSorted(
      (a, b) => a.other - b.other || (a.key < b.key ? -1 : 1),
    );
    const step = Math.min(9, (size.box - 8) / Math.max(1, all.length));
    return (all.findIndex((port) => port.key === key) - (all.length - 1) / 2) * step;
  }
}

/** The first lane in which a line from `low` to `high` meets no other. */
function lanesOf(buses: readonly Bus[], y: ReadonlyMap<string, number>): number[] {
  const lanes: { low: number; high: number }[][] = [];
  return buses.map(({ from, to }) => {
    const ends = [...from, to].map((state) => y.get(state) ?? 0);
    const span = { low: Math.min(...ends), high: Math.max(...ends) };
    const free = lanes.findIndex((lane) =>
      lane.every(({ low, high }) => span.high <= low || span.low >= high),
    );
    const lane = free < 0 ? lanes.push([]) - 1 : free;
    lanes[lane]?.push(span);
    return lane;
  });
}

const round = (value: number): number => Math.round(value * 10) / 10;
const d = (...parts: (string | number)[]): string =>
  parts.map((part) => (typeof part === 'number' ? round(part) : part)).join(' ');

/** Lines that belong together, over whatever lies below them. The last one ends in an arrow. */
type Pen = (...paths: string[]) => Html;
const penOf =
  (id: string): Pen =>
  (...paths) =>
    html`${paths.map((path) => html`<path class="m-halo" d="${path}"/>`)}${paths.map((path, index) => html`<path class="m-line" d="${path}"${index === paths.length - 1 && html` marker-end="url(#${id}-tip)"`}/>`)}`;

const key = ({ from, to }: Bus): string => `${from.join()}>${to}`;

function box(machine: StateMachine, state: string, x: number, y: number, width: number): Html {
  const { terminal = false } = machine.states.get(state) ?? {};
  return html`<rect class="${terminal ? 'm-box m-end' : 'm-box'}" x="${round(x)}" y="${round(y - size.box / 2)}" width="${width}" height="${size.box}" rx="7"/>${machine.initial.includes(state) && html`<circle class="m-start" cx="${round(x + 10)}" cy="${round(y)}" r="4"/>`}<text class="${terminal ? 'm-name m-name-end' : 'm-name'}" x="${round(x + width / 2)}" y="${round(y + 4)}">${state}</text>`;
}

/**
 * The lines from the main line to the states on its right: a stub for each source, one arrow to the
 * target.
 */
function leavingLines(
  lines: Pen,
  { leaving }: Plan,
  { y, mainX, sideX }: Placed,
  lanes: readonly number[],
): Html[] {
  const ports = new Ports();
  const at = (state: string): number => y.get(state) ?? 0;
  const straight = ({ from, to }: Bus): boolean =>
    from.length === 1 && Math.abs(at(from[0] ?? '') - at(to)) < size.box / 2;
  for (const bus of leaving) for (const from of bus.from) ports.ask(from, key(bus), at(bus.to));
  const right = mainX + size.width;
  return leaving.map((bus, index) => {
    const starts = bus.from.map((from) => at(from) + ports.offset(from, key(bus)));
    const end = at(bus.to);
    if (straight(bus)) return lines(d('M', right, starts[0] ?? end, 'H', sideX - 1));
    const lane = right + size.band + 6 + (lanes[index] ?? 0) * size.lane;
    const low = Math.min(...starts, end);
    const high = Math.max(...starts, end);
    return lines(
      ...starts.map((start) => d('M', right, start, 'H', lane)),
      d('M', lane, low, 'V', high),
      d('M', lane, end, 'H', sideX - 1),
    );
  });
}

/** The lines along the main line, on its left. */
function alongLines(lines: Pen, { along }: Plan, { y, mainX }: Placed): Html[] {
  const ports = new Ports();
  const at = (state: string): number => y.get(state) ?? 0;
  for (const bus of along) {
    const middle = bus.from.reduce((sum, from) => sum + at(from), 0) / bus.from.length;
    ports.ask(bus.to, key(bus), middle);
    for (const from of bus.from) ports.ask(from, key(bus), at(bus.to));
  }
  const lanes = lanesOf(along, y);
  return along.map((bus, index) => {
    const lane = mainX - size.band - 7 - (lanes[index] ?? 0) * size.lane;
    const end = at(bus.to) + ports.offset(bus.to, key(bus));
    const starts = bus.from.map((from) => at(from) + ports.offset(from, key(bus)));
    const far = starts.reduce((best, start) =>
      Math.abs(start - end) > Math.abs(best - end) ? start : best,
    );
    const rest = starts.filter((start) => start !== far);
    return lines(
      ...rest.map((start) => d('M', mainX, start, 'H', lane)),
      d('M', mainX, far, 'H', lane, 'V', end, 'H', mainX - 1),
    );
  });
}

/**
 * The lines between states beside the main line: straight to a neighbour, round the others on the
 * right.
 */
function besideLines(lines: Pen, { beside, side }: Plan, { y, sideX }: Placed): Html[] {
  return beside.map(({ from, to }) => {
    const [start, end] = [y.get(from) ?? 0, y.get(to) ?? 0];
    const edge = (size.box / 2) * Math.sign(end - start);
    const right = sideX + size.sideWidth;
    return Math.abs(side.indexOf(from) - side.indexOf(to)) === 1
      ? lines(d('M', sideX + size.sideWidth / 2, start + edge, 'V', end - edge - Math.sign(edge)))
      : lines(d('M', right, start + 4, 'H', right + 11, 'V', end, 'H', right + 1));
  });
}

/**
 * The picture of a state machine. Its colours come from classes, so that it follows the scheme of
 * the page.
 *
 * @param id unique on the page
 */
export function draw(
  machine: StateMachine,
  plan: Plan,
  id: string,
  title: string,
  description: string,
): Html {
  const rough = place(machine, plan, 0);
  const lanes = lanesOf(plan.leaving, rough.y);
  const placed = place(machine, plan, Math.max(0, ...lanes) + 1);
  const { y, bands, mainX, sideX, width, height } = placed;
  const pen = penOf(id);
  const down = plan.main.slice(1).map((state, index) => {
    const x = mainX + size.width / 2;
    return pen(
      d(
        'M',
        x,
        (y.get(plan.main[index] ?? '') ?? 0) + size.box / 2,
        'V',
        (y.get(state) ?? 0) - size.box / 2 - 1,
      ),
    );
  });
  return html`<svg class="m-svg" role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}"><title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc><defs><marker id="${id}-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="m-tip" d="M0 0.5 8 4 0 7.5z"/></marker></defs>
${bands.map(({ phase, top, bottom }) => html`<rect class="m-band" x="${mainX - size.band}" y="${round(top)}" width="${size.width + 2 * size.band}" height="${round(bottom - top)}" rx="10"/><text class="m-phase" x="${mainX + 2}" y="${round(top + 12.5)}">${phase}</text>`)}
${down}${alongLines(pen, plan, placed)}${leavingLines(pen, plan, placed, lanes)}${besideLines(pen, plan, placed)}
${plan.main.map((state) => box(machine, state, mainX, y.get(state) ?? 0, size.width))}
${plan.side.map((state) => box(machine, state, sideX, y.get(state) ?? 0, size.sideWidth))}
</svg>`;
}
