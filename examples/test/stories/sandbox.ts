import { createLastmileClient, type LastmileClient } from '@delivery-api/lastmile-client';
import { createMarketplaceClient, type MarketplaceClient } from '@delivery-api/marketplace-client';
import { type Sandbox, startMock } from '@delivery-api/mock';
import { afterEach } from 'vitest';
import { type Inbox, openInbox } from './inbox.ts';

/**
 * A sandbox whose clock stands still, with a client of each interface and an inbox for the events
 * of both.
 */
export interface Stage {
  sandbox: Sandbox;
  lastmile: LastmileClient;
  marketplace: MarketplaceClient;
  inbox: Inbox;
}

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/**
 * Sets the stage for one test, on a Friday evening when the stores of the examples are open; it is
 * cleared when the test ends.
 */
export async function setStage(): Promise<Stage> {
  const inbox = await openInbox();
  endings.push(() => inbox.close());
  const sandbox = await startMock({
    mode: 'sandbox',
    seed: 'stories',
    clock: { start: '2026-11-20T18:00:00Z', frozen: true },
    webhooks: inbox.targets,
  });
  endings.unshift(() => sandbox.stop());
  return {
    sandbox,
    lastmile: createLastmileClient({
      baseUrl: sandbox.lastmile,
      partnerName: 'acme',
      token: 'test_token',
    }),
    marketplace: createMarketplaceClient({ baseUrl: sandbox.marketplace, token: 'test_token' }),
    inbox,
  };
}
