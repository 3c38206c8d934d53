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
  const rest = [...along, ...leaving, ...beside.map(({ from, to }) => ({ from: [from], to }))];
  return `Initial status: ${or(initial)}. Main sequence: ${main.join(', ')}. Other transitions: ${rest.map(({ from, to }) => `from ${or(from)} to ${to}`).join('; ')}.`;
}

const article = (name: string): string => (/^[aeiou]/.test(name) ? `An ${name}` : `A ${name}`);

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

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
  const skips =
    machine.skips === 'forward' ? ` ${article(which)} can skip statuses of the main sequence.` : '';
  return {
    markdown: `Main sequence: ${order.main.map((state) => `\`${state}\``).join(' → ')}.${skips}\n\n${table}`,
    html: html`<figure class="machine"><div class="machine-box" tabindex="0">${renderDiagram(machine, order, `machine-${slug(which)}`, `${capitalized(which)} state machine`, describe(order, machine))}</div>
<figcaption><p><span class="m-key m-key-start"></span>Dot: initial status. <span class="m-key m-key-end"></span>Filled: final status. Frame: statuses of one <code>phase</code>.${skips}</p>
<details><summary>All transitions as a table</summary>${markdown(table, { anchor: slug, address: (href) => href })}</details></figcaption></figure>`,
  };
}
