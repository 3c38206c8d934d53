import { createLastmileClient, type LastmileClient } from '@delivery-api/lastmile-client';
import { createMarketplaceClient, type MarketplaceClient } from '@delivery-api/marketplace-client';
import { type Sandbox, startMock } from '@delivery-api/mock';
import { type EventReceiver, startReceiver } from './event-receiver.ts';
import { afterTest } from './serve.ts';

/** A sandbox with a frozen clock, a client for each interface, and a receiver for their events. */
export interface SandboxContext {
  sandbox: Sandbox;
  lastmile: LastmileClient;
  marketplace: MarketplaceClient;
  receiver: EventReceiver;
}

/**
 * Starts a sandbox for one test, on a Friday evening when the example stores in Amsterdam are open.
 * The sandbox stops when the test ends.
 */
export async function startSandbox(): Promise<SandboxContext> {
  const receiver = await startReceiver();
  const sandbox = await startMock({
    mode: 'sandbox',
    seed: 'end-to-end',
    clock: { start: '2026-11-20T18:00:00Z', frozen: true },
    webhooks: receiver.targets,
  });
  afterTest(() => sandbox.stop());
  return {
    sandbox,
    lastmile: createLastmileClient({
      baseUrl: sandbox.lastmile,
      partnerName: 'acme',
      token: 'test_token',
    }),
    marketplace: createMarketplaceClient({ baseUrl: sandbox.marketplace, token: 'test_token' }),
    receiver,
  };
}
