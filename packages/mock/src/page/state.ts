import type { SandboxControl } from '../control/sandbox-control.ts';
import type { PageState } from './wire.ts';

/** Returns the state of a sandbox for the page, with up to 40 entries in each list. */
export function pageState(control: SandboxControl): PageState {
  return {
    ...(control.snapshot({ limit: 25 }) as unknown as Omit<PageState, 'requests'>),
    requests: control.requests({ limit: 40 }),
    deliveries: control.deliveries({ limit: 30 }),
    webhooks: control.webhooks(),
  };
}
