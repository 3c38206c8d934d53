import type { MachineData, PageAbout, PageState } from '../wire.ts';
import { getJson, inWorkspace } from './calls.ts';
import { controls } from './controls.ts';
import { deliveryList } from './deliveries.ts';
import { byId, h, setText } from './dom.ts';
import { follow } from './follow.ts';
import { requestList } from './requests.ts';
import { resourceList } from './resources.ts';
import { workspaceSwitch } from './workspace-switch.ts';

/** Loads the page, and updates it while the mock runs. */
async function startPage(): Promise<void> {
  const about = await getJson<PageAbout>('/_sandbox/page/about');
  setText(byId('about'), `mode ${about.mode} · version ${about.version}`);
  const updates: ((state: PageState) => void)[] = [];
  const first = await getJson<PageState>(inWorkspace('/_sandbox/page/state'));
  if (first.clock !== undefined) {
    const part = controls(about);
    byId('controls').append(part.element);
    byId('workspaces').append(await workspaceSwitch());
    updates.push(part.update);
  }
  const [left, right] = [h('div', { class: 'column' }), h('div', { class: 'column' })];
  const machine = (of: MachineData['of']): MachineData | undefined =>
    about.machines.find((candidate) => candidate.of === of);
  const [bookings, orders] = [machine('lastmile'), machine('marketplace')];
  if (first.lastmile !== undefined && bookings !== undefined) {
    const part = resourceList(
      'Bookings',
      'booking',
      bookings,
      `No bookings yet. Create one with POST ${location.origin}/lastmile/acme/create_booking.`,
    );
    left.append(part.element);
    updates.push((state) => part.update(state.lastmile?.bookings ?? []));
  }
  if (first.marketplace !== undefined && orders !== undefined) {
    const part = resourceList(
      'Orders',
      'order',
      orders,
      'No orders yet. To create one, select New order.',
    );
    left.append(part.element);
    updates.push((state) => part.update(state.marketplace?.orders ?? []));
  }
  const requests = requestList();
  right.append(requests.element);
  updates.push((state) => requests.update(state.requests));
  if (first.deliveries !== undefined) {
    const deliveries = deliveryList();
    right.append(deliveries.element);
    updates.push((state) => deliveries.update(state.deliveries ?? []));
  }
  byId('main').replaceChildren(...[left, right].filter((column) => column.childElementCount > 0));
  follow(about.streams, (state) => {
    for (const update of updates) update(state);
  });
}

startPage().catch(() =>
  setText(byId('connection'), 'The mock does not respond. Start it and reload the page.'),
);
