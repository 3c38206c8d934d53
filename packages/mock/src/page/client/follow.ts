import type { PageState } from '../wire.ts';
import { getJson, inWorkspace } from './calls.ts';
import { byId, setText } from './dom.ts';

const changeTypes = ['resource', 'delivery', 'request', 'clock', 'webhooks', 'faults', 'reset'];
/** Time during which changes are combined into one request, in milliseconds. */
const batchMs = 120;
const pollMs = 2_000;

/**
 * Calls `show` with the current state at the start and after changes. Without an event stream,
 * calls it after each poll.
 *
 * @param streams whether the mock provides an event stream
 */
export function follow(streams: boolean, show: (state: PageState) => void): void {
  let isRequesting = false;
  let isDue = false;
  let isWaiting = false;
  let isLive = false;
  const scheduleRefresh = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      void refresh();
    }, batchMs);
  };
  const onChange = (): void => {
    if (isRequesting) isDue = true;
    else scheduleRefresh();
  };
  const refresh = async (): Promise<void> => {
    isRequesting = true;
    isDue = false;
    try {
      show(await getJson<PageState>(inWorkspace('/_sandbox/page/state')));
      setText(byId('connection'), isLive ? 'live' : 'polling every 2 s');
    } catch {
      setText(byId('connection'), 'The mock does not respond.');
    }
    isRequesting = false;
    if (isDue) scheduleRefresh();
  };
  setInterval(() => {
    if (!isLive && !isRequesting) void refresh();
  }, pollMs);
  void refresh();
  if (!streams || typeof EventSource === 'undefined') return;
  const source = new EventSource(inWorkspace('/_sandbox/events'));
  source.addEventListener('open', () => {
    isLive = true;
    onChange();
  });
  source.addEventListener('error', () => {
    isLive = false;
  });
  for (const type of changeTypes) source.addEventListener(type, onChange);
}
