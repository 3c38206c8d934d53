import type { StateMachine } from '@delivery-api/specs/contract';
import { html } from '../../html.ts';
import { markdown } from '../../markdown.ts';
import { slug } from '../../slug.ts';
import type { Expansion } from '../directive/expansion.ts';
import { type DirectiveInput, namedContract } from '../directive/input.ts';
import { groupTransitions, machineOf, transitionTable } from '../tables/machines.ts';
import { type Layout, layout } from './layout.ts';
import { renderDiagram } from './render.ts';

const or = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** Describes the diagram for screen readers. */
function describe({ main, leaving, along, beside }: Layout, { initial }: StateMachine): string {
  const others = [...along, ...leaving, ...beside.map(({ from, to }) => ({ from: [from], to }))];
  return `It begins as ${or(initial)}. The main line runs ${main.join(', ')}. ${others.map(({ from, to }) => `From ${or(from)} to ${to}.`).join(' ')}`;
}

const skipping: Record<StateMachine['skips'], string> = {
  forward: ' States of the main line can be skipped.',
  none: '',
};

/**
 * Expands `diagram: lastmile booking` to a diagram of a state machine and a table of its
 * transitions.
 *
 * @throws {SiteError} if the machine does not exist
 */
export function diagram(input: DirectiveInput, argument: string): Expansion {
  const [name, which = ''] = argument.split(/\s+/);
  const machine = machineOf(namedContract(input, name), which);
  const order = layout(machine);
  const table = transitionTable(groupTransitions(machine));
  const skips = skipping[machine.skips];
  return {
    markdown: `Main line: ${order.main.map((state) => `\`${state}\``).join(' → ')}.${skips}\n\n${table}`,
    html: html`<figure class="machine"><div class="machine-box" tabindex="0">${renderDiagram(machine, order, `machine-${slug(which)}`, `The states of a ${which}`, describe(order, machine))}</div>
<figcaption><p><span class="m-key m-key-start"></span>Dot: initial state. <span class="m-key m-key-end"></span>Filled: final state. Frame: <code>phase</code>.${skips}</p>
<details><summary>All transitions</summary>${markdown(table, { anchor: slug, address: (href) => href })}</details></figcaption></figure>`,
  };
}
