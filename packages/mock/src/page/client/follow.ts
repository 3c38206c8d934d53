import type { PageState } from '../wire.ts';
import { ask, inWorkspace } from './calls.ts';
import { byId, setText } from './dom.ts';

const changeTypes = ['resource', 'delivery', 'request', 'clock', 'webhooks', 'faults', 'reset'];
/** So many changes may come at once that each must not mean a question of its own. */
const gather = 120;
const pollEvery = 2_000;

/**
 * Keeps `show` up to date: by the stream of changes where there is one, by asking again and again
 * while there is not.
 */
export function follow(streams: boolean, show: (state: PageState) => void): void {
  let isAsking = false;
  let isDue = false;
  let isWaiting = false;
  let isLive = false;
  const later = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      void refresh();
    }, gather);
  };
  const changed = (): void => {
    if (isAsking) isDue = true;
    else later();
  };
  const refresh = async (): Promise<void> => {
    isAsking = true;
    isDue = false;
    try {
      show(await ask<PageState>(inWorkspace('/_sandbox/page/state')));
      setText(byId('connection'), isLive ? 'live' : 'polling every 2 s');
    } catch {
      setText(byId('connection'), 'The mock does not respond.');
    }
    isAsking = false;
    if (isDue) later();
  };
  setInterval(() => {
    if (!isLive && !isAsking) void refresh();
  }, pollEvery);
  void refresh();
  if (!streams || typeof EventSource === 'undefined') return;
  const source = new EventSource(inWorkspace('/_sandbox/events'));
  source.addEventListener('open', () => {
    isLive = true;
    changed();
  });
  source.addEventListener('error', () => {
    isLive = false;
  });
  for (const type of changeTypes) source.addEventListener(type, changed);
}
