import type { Resource } from '../../api/types.ts';
import type { MachineData } from '../wire.ts';
import { sendControl } from './calls.ts';
import {
  describeStatusPath,
  drawDiagram,
  drawMiniDiagram,
  scrollToCurrent,
  statusPathOf,
} from './diagram.ts';
import { button, type Entry, h, liveList, setText } from './dom.ts';

/** Creates a list with a card for each booking or order. */
export function resourceList(
  title: string,
  kind: 'booking' | 'order',
  machine: MachineData,
  none: string,
): { element: HTMLElement; update: (items: readonly Resource[]) => void } {
  const list = h('div', { class: 'cards' });
  const nothing = h('p', { class: 'none' }, none);
  const heading = h('h2', { id: `${kind}s` }, title);
  let isFirst = true;
  const update = liveList<Resource>(
    list,
    nothing,
    ({ id }) => id,
    (resource) => {
      const entry = card(kind, machine, resource.id, isFirst);
      isFirst = false;
      return entry;
    },
  );
  return {
    element: h('section', { 'aria-labelledby': `${kind}s` }, heading, nothing, list),
    update,
  };
}

function card(
  kind: 'booking' | 'order',
  machine: MachineData,
  id: string,
  isOpen: boolean,
): Entry<Resource> {
  const status = h('span', { class: 'badge' });
  const facts = h('p', { class: 'facts' });
  const miniDiagram = h('span', { class: 'mini-diagram-container' });
  const drawing = h('div', {
    class: 'drawing',
    tabindex: '0',
    role: 'group',
    'aria-label': `State diagram of ${id}`,
  });
  const description = h('p', { class: 'status-description' });
  const json = h('pre', { tabindex: '0', 'aria-label': `${id} as JSON` });
  const advance = button('Advance one step', () => void step(), {
    'aria-label': `Advance one step: ${kind} ${id}`,
  });
  const step = (): Promise<unknown> =>
    sendControl<Resource>(
      'POST',
      `/_sandbox/${kind}s/${encodeURIComponent(id)}/advance`,
      {},
      (now) => `${id} is now ${now.status}.`,
    );
  const diagram = h(
    'details',
    isOpen ? { open: true } : {},
    h('summary', {}, 'State diagram'),
    drawing,
    description,
  );
  diagram.addEventListener('toggle', () => scrollToCurrent(drawing));
  let shown = '';
  const element = h(
    'article',
    { class: 'card', 'data-id': id },
    h('header', {}, h('h3', {}, id), status, miniDiagram, advance),
    facts,
    diagram,
    h('details', {}, h('summary', {}, 'As JSON'), json),
  );
  return {
    element,
    update(resource) {
      const path = statusPathOf(machine, resource.status, resource.history ?? []);
      const state = machine.states.find(({ name }) => name === resource.status);
      setText(status, resource.status);
      status.className = `badge ${state === undefined ? 'unknown' : state.terminal ? endOf(resource.status) : 'active'}`;
      setText(facts, factsOf(resource));
      miniDiagram.replaceChildren(drawMiniDiagram(machine, path));
      drawing.replaceChildren(drawDiagram(machine, path));
      if (shown !== resource.status) scrollToCurrent(drawing);
      shown = resource.status;
      setText(description, describeStatusPath(machine, path));
      setText(json, JSON.stringify(resource, null, 2));
      advance.disabled = state?.terminal === true && document.activeElement !== advance;
    },
  };
}

const endOf = (status: string): string =>
  status === 'delivered' || status === 'completed' ? 'success' : 'ended';

function factsOf(resource: Resource): string {
  const {
    revision,
    external_reference: reference,
    display_id: shown,
    courier,
    customer,
    acknowledgement,
    status_reason: reason,
  } = resource;
  const part = (name: string, value: unknown): string[] =>
    typeof value === 'string' && value !== '' ? [`${name} ${value}`] : [];
  return [
    `revision ${revision}`,
    ...part('reference', reference),
    ...part('display ID', shown),
    ...part('courier', courier?.name),
    ...part('customer', customer?.name),
    ...part('acknowledgement', acknowledgement?.state),
    ...part('reason', reason?.code),
  ].join(' · ');
}
