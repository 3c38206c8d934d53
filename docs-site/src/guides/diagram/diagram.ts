import type { StateMachine } from '@delivery-api/specs/contract';
import { html } from '../../html.ts';
import { markdown } from '../../markdown.ts';
import { slug } from '../../slug.ts';
import type { Expansion } from '../directives.ts';
import { contractIn, type Material } from '../material.ts';
import { machineOf, ways, waysTable } from '../tables/machines.ts';
import { draw } from './draw.ts';
import { type Plan, plan } from './plan.ts';

const or = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** What the picture shows, for whoever cannot see it. */
function inWords({ main, leaving, along, beside }: Plan, { initial }: StateMachine): string {
  const others = [...along, ...leaving, ...beside.map(({ from, to }) => ({ from: [from], to }))];
  return `It begins as ${or(initial)}. The main line runs ${main.join(', ')}. ${others.map(({ from, to }) => `From ${or(from)} to ${to}.`).join(' ')}`;
}

const skipping: Record<StateMachine['skips'], string> = {
  forward: ' A later state of the main line may come without those between.',
  none: '',
};

/**
 * A state machine as a picture, with every transition in words below it: `lastmile booking`.
 *
 * @throws {SiteError} when there is no such machine
 */
export function diagram(material: Material, said: string): Expansion {
  const [name, which = ''] = said.split(/\s+/);
  const machine = machineOf(contractIn(material, name), which);
  const order = plan(machine);
  const table = waysTable(ways(machine));
  const skips = skipping[machine.skips];
  return {
    markdown: `Main line: ${order.main.map((state) => `\`${state}\``).join(' → ')}.${skips}\n\n${table}`,
    html: html`<figure class="machine"><div class="machine-box" tabindex="0">${draw(machine, order, `machine-${slug(which)}`, `The states of a ${which}`, inWords(order, machine))}</div>
<figcaption><p><span class="m-key m-key-start"></span>A dot: it can begin here. <span class="m-key m-key-end"></span>Filled: it ends here. A frame around several: their <code>phase</code>.${skips}</p>
<details><summary>Every way in words</summary>${markdown(table, { anchor: slug, address: (href) => href })}</details></figcaption></figure>`,
  };
}
