import type { ClockState, InterfaceName, RegisteredTargets, Resource } from '../../api/types.ts';
import { orderMessage } from '../../control/order-message.ts';
import type { PageAbout, PageState } from '../wire.ts';
import { sendControl } from './calls.ts';
import { button, h, setText } from './dom.ts';

interface Part {
  element: HTMLElement;
  update: (state: PageState) => void;
}

/** Creates the controls of the sandbox: clock, new orders, webhook targets and reset. */
export function controls(about: PageAbout): Part {
  const parts = [
    clock(),
    ...(about.interfaces.includes('marketplace') ? [newOrder(about)] : []),
    webhooks(about.interfaces),
    reset(),
  ];
  return {
    element: h(
      'section',
      { class: 'controls', 'aria-label': 'Controls' },
      ...parts.map(({ element }) => element),
    ),
    update: (state) => {
      for (const part of parts) part.update(state);
    },
  };
}

const group = (title: string, kind: string, ...children: HTMLElement[]): HTMLElement =>
  h(
    'div',
    { class: `group ${kind}`, role: 'group', 'aria-labelledby': `group-${kind}` },
    h('h2', { id: `group-${kind}` }, title),
    ...children,
  );

const setClock = (
  change: Record<string, unknown>,
  message: (now: ClockState) => string,
): Promise<unknown> => sendControl<ClockState>('PUT', '/_sandbox/clock', change, message);

function clock(): Part {
  let known: { state: ClockState; since: number } | undefined;
  const clockTime = h('time', { class: 'clock-time' });
  const clockState = h('p', { class: 'clock-state' });
  const show = (): void => {
    if (known === undefined) return;
    const { now, speed, frozen } = known.state;
    const elapsed = frozen ? 0 : (performance.now() - known.since) * speed;
    const instant = new Date(Date.parse(now) + elapsed).toISOString();
    clockTime.dateTime = instant;
    setText(clockTime, `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`);
    setText(
      clockState,
      frozen
        ? 'The clock is frozen.'
        : speed === 1
          ? 'Real time.'
          : `${speed} simulated seconds per real second.`,
    );
  };
  setInterval(show, 250);
  const advanceButton = (minutes: number): HTMLButtonElement =>
    button(
      `+${minutes} min`,
      () =>
        void setClock(
          { advance_seconds: minutes * 60 },
          ({ now }) => `Advanced the clock by ${minutes} min, to ${now.slice(11, 19)}.`,
        ),
      { 'aria-label': `+${minutes} min: advance the clock` },
    );
  const freeze = button('Freeze', () => {
    const frozen = known?.state.frozen !== true;
    void setClock({ frozen }, () => (frozen ? 'The clock is frozen.' : 'The clock runs.'));
  });
  const speed = h('select', { id: 'speed' });
  for (const factor of [1, 10, 60, 600])
    speed.append(h('option', { value: String(factor) }, `${factor}×`));
  speed.addEventListener('change', () => {
    void setClock(
      { speed: Number(speed.value) },
      (now) => `The speed of the clock is ${now.speed} simulated seconds per real second.`,
    );
  });
  return {
    element: group(
      'Clock',
      'clock',
      h('div', {}, clockTime, clockState),
      h(
        'div',
        { class: 'row' },
        advanceButton(1),
        advanceButton(10),
        freeze,
        h('span', { class: 'pair' }, h('label', { for: 'speed' }, 'Speed'), speed),
      ),
    ),
    update({ clock: state }) {
      if (state === undefined) return;
      known = { state, since: performance.now() };
      setText(freeze, state.frozen ? 'Run' : 'Freeze');
      const value = String(state.speed);
      if (![...speed.options].some((option) => option.value === value))
        speed.append(h('option', { value }, `${value}×`));
      if (document.activeElement !== speed) speed.value = value;
      show();
    },
  };
}

function newOrder({ orderScenarios }: PageAbout): Part {
  const scenario = h('select', { id: 'scenario' }, h('option', { value: '' }, 'no scenario'));
  for (const { name, summary } of orderScenarios)
    scenario.append(h('option', { value: name, title: summary }, name));
  const store = h('select', { id: 'store' }, h('option', { value: '' }, 'any store'));
  const known = new Set<string>();
  const create = button(
    'New order',
    () => {
      const request = {
        ...(scenario.value !== '' && { scenario: scenario.value }),
        ...(store.value !== '' && { store_id: store.value }),
      };
      void sendControl<Resource>('POST', '/_sandbox/orders', request, orderMessage);
    },
    { class: 'main' },
  );
  return {
    element: group(
      'Orders',
      'orders',
      h('div', { class: 'row' }, h('label', { for: 'scenario' }, 'Scenario'), scenario),
      h('div', { class: 'row' }, h('label', { for: 'store' }, 'Store'), store, create),
    ),
    update({ marketplace }) {
      for (const { id, name } of marketplace?.stores ?? []) {
        if (known.has(id)) continue;
        known.add(id);
        store.append(h('option', { value: id }, String(name ?? id)));
      }
    },
  };
}

function webhooks(names: readonly InterfaceName[]): Part {
  const parts = names.map((name) => {
    const url = h('input', {
      id: `target-${name}`,
      type: 'url',
      placeholder: 'http://127.0.0.1:3000/hooks',
      autocomplete: 'off',
      spellcheck: 'false',
    });
    const state = h('p', { class: 'facts target' });
    const set = (target: unknown, message: string): Promise<unknown> =>
      sendControl<RegisteredTargets>(
        'PUT',
        '/_sandbox/webhooks',
        { [name]: target },
        () => message,
      );
    const form = h(
      'form',
      { class: 'row', novalidate: true },
      h('label', { for: `target-${name}` }, name),
      url,
      h('button', { type: 'submit', 'aria-label': `Set the ${name} webhook target` }, 'Set'),
      button('Remove', () => void set(null, `Removed the ${name} webhook target.`), {
        'aria-label': `Remove the ${name} webhook target`,
      }),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void set({ url: url.value.trim() }, `${name} now sends events to ${url.value.trim()}.`);
    });
    return { name, state, element: h('div', {}, form, state) };
  });
  return {
    element: group('Webhook targets', 'targets', ...parts.map(({ element }) => element)),
    update({ webhooks: targets }) {
      for (const { name, state } of parts) {
        const target = targets?.[name];
        setText(
          state,
          target == null
            ? 'No target.'
            : `${target.url}, signed with ${target.secrets.join(' and ')}`,
        );
      }
    },
  };
}

function reset(): Part {
  const seed = h('p', { class: 'facts' });
  const dialog = h('dialog', { 'aria-labelledby': 'reset-title' });
  const close = button('Cancel', () => dialog.close());
  const confirm = button(
    'Reset',
    () => {
      dialog.close();
      void sendControl('POST', '/_sandbox/reset', {}, () => 'The workspace was reset.');
    },
    { class: 'danger' },
  );
  dialog.append(
    h('h2', { id: 'reset-title' }, 'Reset the workspace?'),
    h(
      'p',
      {},
      'This restores the initial data, and deletes all requests and events of the workspace. Webhook targets do not change.',
    ),
    h('div', { class: 'row' }, close, confirm),
  );
  return {
    element: group(
      'Reset',
      'reset',
      seed,
      button('Reset…', () => dialog.showModal(), { class: 'danger' }),
      dialog,
    ),
    update: (state) => setText(seed, `Seed ${state.seed ?? ''}`),
  };
}
