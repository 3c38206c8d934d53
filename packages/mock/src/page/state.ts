import type { SandboxControl } from '../control/sandbox-control.ts';
import type { PageState } from './wire.ts';

/** Returns the newest entries of a sandbox, for the page. */
export function pageState(control: SandboxControl): PageState {
  return {
    ...(control.snapshot({ limit: 25 }) as unknown as Omit<PageState, 'requests'>),
    requests: control.requests({ limit: 40 }),
    deliveries: control.deliveries({ limit: 30 }),
    webhooks: control.webhooks(),
  };
}
