import type { StateMachine } from '@delivery-api/specs/contract';
import { type Html, html } from '../../html.ts';
import { type Coordinates, coordinatesOf, size } from './coordinates.ts';
import type { EdgeBundle, Layout } from './layout.ts';

/** Distributes the ports of each box: the points on one side where edges start and end. */
class Ports {
  readonly #used = new Map<string, { key: string; other: number }[]>();

  add(state: string, key: string, other: number): void {
    this.#used.set(state, [...(this.#used.get(state) ?? []), { key, other }]);
  }

  /**
   * Returns the offset of a port from the center of its box. Edges are sorted by the height of
   * their other end.
   */
  offset(state: string, key: string): number {
    const all = (this.#used.get(state) ?? []).toSorted(
      (a, b) => a.other - b.other || (a.key < b.key ? -1 : 1),
    );
    const step = Math.min(9, (size.box - 8) / Math.max(1, all.length));
    return (all.findIndex((port) => port.key === key) - (all.length - 1) / 2) * step;
  }
}

/** Returns the lane of each edge bundle: the first in which it overlaps no earlier bundle. */
function lanesOf(bundles: readonly EdgeBundle[], y: ReadonlyMap<string, number>): number[] {
  const lanes: { low: number; high: number }[][] = [];
  return bundles.map(({ from, to }) => {
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

/** Renders the lines of an edge with a halo behind them. The last line ends in an arrow. */
type EdgeRenderer = (...paths: string[]) => Html;
const edgeRenderer =
  (id: string): EdgeRenderer =>
  (...paths) =>
    html`${paths.map((path) => html`<path class="m-halo" d="${path}"/>`)}${paths.map((path, index) => html`<path class="m-line" d="${path}"${index === paths.length - 1 && html` marker-end="url(#${id}-tip)"`}/>`)}`;

const key = ({ from, to }: EdgeBundle): string => `${from.join()}>${to}`;

function box(machine: StateMachine, state: string, x: number, y: number, width: number): Html {
  const { terminal = false } = machine.states.get(state) ?? {};
  return html`<rect class="${terminal ? 'm-box m-end' : 'm-box'}" x="${round(x)}" y="${round(y - size.box / 2)}" width="${width}" height="${size.box}" rx="7"/>${machine.initial.includes(state) && html`<circle class="m-start" cx="${round(x + 10)}" cy="${round(y)}" r="4"/>`}<text class="${terminal ? 'm-name m-name-end' : 'm-name'}" x="${round(x + width / 2)}" y="${round(y + 4)}">${state}</text>`;
}

/**
 * Renders the edges from the main sequence to the side states: a stub for each source state, and
 * one arrow.
 */
function leavingEdges(
  lines: EdgeRenderer,
  { leaving }: Layout,
  { y, mainX, sideX }: Coordinates,
  lanes: readonly number[],
): Html[] {
  const ports = new Ports();
  const at = (state: string): number => y.get(state) ?? 0;
  const straight = ({ from, to }: EdgeBundle): boolean =>
    from.length === 1 && Math.abs(at(from[0] ?? '') - at(to)) < size.box / 2;
  for (const bundle of leaving)
    for (const from of bundle.from) ports.add(from, key(bundle), at(bundle.to));
  const right = mainX + size.width;
  return leaving.map((bundle, index) => {
    const starts = bundle.from.map((from) => at(from) + ports.offset(from, key(bundle)));
    const end = at(bundle.to);
    if (straight(bundle)) return lines(d('M', right, starts[0] ?? end, 'H', sideX - 1));
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

/** Renders the edges along the main sequence, on its left. */
function alongEdges(lines: EdgeRenderer, { along }: Layout, { y, mainX }: Coordinates): Html[] {
  const ports = new Ports();
  const at = (state: string): number => y.get(state) ?? 0;
  for (const bundle of along) {
    const middle = bundle.from.reduce((sum, from) => sum + at(from), 0) / bundle.from.length;
    ports.add(bundle.to, key(bundle), middle);
    for (const from of bundle.from) ports.add(from, key(bundle), at(bundle.to));
  }
  const lanes = lanesOf(along, y);
  return along.map((bundle, index) => {
    const lane = mainX - size.band - 7 - (lanes[index] ?? 0) * size.lane;
    const end = at(bundle.to) + ports.offset(bundle.to, key(bundle));
    const starts = bundle.from.map((from) => at(from) + ports.offset(from, key(bundle)));
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
 * Renders the edges between side states: a straight line to a neighbor, or a line on the right
 * around other states.
 */
function besideEdges(
  lines: EdgeRenderer,
  { beside, side }: Layout,
  { y, sideX }: Coordinates,
): Html[] {
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
 * Renders a state machine as SVG. Its colors come from classes, so they follow the color scheme.
 *
 * @param id unique on the page
 */
export function renderDiagram(
  machine: StateMachine,
  layout: Layout,
  id: string,
  title: string,
  description: string,
): Html {
  const rough = coordinatesOf(machine, layout, 0);
  const lanes = lanesOf(layout.leaving, rough.y);
  const placed = coordinatesOf(machine, layout, Math.max(0, ...lanes) + 1);
  const { y, bands, mainX, sideX, width, height } = placed;
  const edge = edgeRenderer(id);
  const down = layout.main.slice(1).map((state, index) => {
    const x = mainX + size.width / 2;
    return edge(
      d(
        'M',
        x,
        (y.get(layout.main[index] ?? '') ?? 0) + size.box / 2,
        'V',
        (y.get(state) ?? 0) - size.box / 2 - 1,
      ),
    );
  });
  return html`<svg class="m-svg" role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${round(width)} ${round(height)}" width="${round(width)}" height="${round(height)}"><title id="${id}-title">${title}</title><desc id="${id}-desc">${description}</desc><defs><marker id="${id}-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path class="m-tip" d="M0 0.5 8 4 0 7.5z"/></marker></defs>
${bands.map(({ phase, top, bottom }) => html`<rect class="m-band" x="${mainX - size.band}" y="${round(top)}" width="${size.width + 2 * size.band}" height="${round(bottom - top)}" rx="10"/><text class="m-phase" x="${mainX + 2}" y="${round(top + 12.5)}">${phase}</text>`)}
${down}${alongEdges(edge, layout, placed)}${leavingEdges(edge, layout, placed, lanes)}${besideEdges(edge, layout, placed)}
${layout.main.map((state) => box(machine, state, mainX, y.get(state) ?? 0, size.width))}
${layout.side.map((state) => box(machine, state, sideX, y.get(state) ?? 0, size.sideWidth))}
</svg>`;
}
