import type { AttemptRecord, DeliveryRecord } from '../../api/types.ts';
import { sendControl } from './calls.ts';
import { button, type Entry, h, liveList, setText, time } from './dom.ts';

const stateNames: Record<DeliveryRecord['state'], string> = {
  waiting: 'waiting',
  received: 'received',
  given_up: 'failed',
  stopped: 'stopped',
  untargeted: 'no target',
};
const stateKinds: Partial<Record<DeliveryRecord['state'], string>> = {
  waiting: 'active',
  received: 'success',
  given_up: 'ended',
};

/** Creates the list of events and their delivery attempts. */
export function deliveryList(): {
  element: HTMLElement;
  update: (items: readonly DeliveryRecord[]) => void;
} {
  const list = h('ol', { class: 'rows' });
  const nothing = h('p', { class: 'none' }, 'No events yet.');
  const update = liveList<DeliveryRecord>(list, nothing, ({ id }) => id, row);
  return {
    element: h(
      'section',
      { 'aria-labelledby': 'deliveries' },
      h('h2', { id: 'deliveries' }, 'Webhooks'),
      nothing,
      list,
    ),
    update,
  };
}

function row({
  id,
  event_id: eventId,
  type,
  subject,
  occurred_at: occurred,
}: DeliveryRecord): Entry<DeliveryRecord> {
  const state = h('span');
  const facts = h('p', { class: 'facts' });
  const attempts = h('ol', { class: 'attempts', 'aria-label': `Delivery attempts for ${eventId}` });
  const json = h('pre', { tabindex: '0', 'aria-label': `Event ${eventId} as JSON` });
  const redeliver = (): Promise<unknown> =>
    sendControl(
      'POST',
      `/_sandbox/deliveries/${encodeURIComponent(id)}/redeliver`,
      {},
      () => `Sent ${eventId} again.`,
    );
  return {
    element: h(
      'li',
      {},
      h(
        'p',
        { class: 'line' },
        time(occurred),
        h('b', { class: 'verb event' }, type),
        h('code', {}, subject),
        state,
        button('Redeliver', () => void redeliver(), {
          'aria-label': `Redeliver ${type} ${eventId}`,
          class: 'small',
        }),
      ),
      facts,
      attempts,
      h('details', {}, h('summary', {}, 'Event as JSON'), json),
    ),
    update(delivery) {
      state.className = `badge ${stateKinds[delivery.state] ?? ''}`;
      setText(state, stateNames[delivery.state]);
      const next = delivery.next_attempt_at;
      setText(
        facts,
        `${eventId}${next === undefined ? '' : ` · next attempt at ${next.slice(11, 19)}`}`,
      );
      attempts.hidden = delivery.attempts.length === 0;
      attempts.replaceChildren(...delivery.attempts.map(attempt));
      setText(json, JSON.stringify(delivery.event, null, 2));
    },
  };
}

function attempt({ at, number, fault, response, error, milliseconds }: AttemptRecord): HTMLElement {
  const outcome = response === undefined ? (error ?? 'no response') : `response ${response.status}`;
  const isSuccess = response !== undefined && response.status >= 200 && response.status < 300;
  return h(
    'li',
    { class: isSuccess ? 'success' : 'failed' },
    `Attempt ${number} at `,
    time(at),
    `: ${outcome}, ${Math.round(milliseconds)} ms${fault === undefined ? '' : `, injected fault: ${fault.replaceAll('_', ' ')}`}`,
  );
}
