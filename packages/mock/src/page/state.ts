import type { Controls } from '../control/controls.ts';
import type { PageState } from './wire.ts';

/** What the page shows of a sandbox: the newest of everything. */
export function pageState(controls: Controls): PageState {
  return {
    ...(controls.snapshot({ limit: 25 }) as unknown as Omit<PageState, 'requests'>),
    requests: controls.requests({ limit: 40 }),
    deliveries: controls.deliveries({ limit: 30 }),
    webhooks: controls.webhooks(),
  };
}
