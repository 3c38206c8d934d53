import { createLastmileClient } from '@delivery-api/lastmile-client';
import { createMarketplaceClient } from '@delivery-api/marketplace-client';
import { type Mock, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookAndCancel } from '../lastmile-dinner.ts';
import { createTestOrder, processOrder } from '../marketplace-evening.ts';

let mock: Mock;

describe.each(['sandbox', 'examples'] as const)(
  'the example programs against the mock in %s mode',
  (mode) => {
    beforeAll(async () => {
      // A Friday evening, when the example stores in Amsterdam are open.
      mock = await startMock(
        mode === 'sandbox' ? { mode, clock: { start: '2026-11-20T18:00:00Z' } } : { mode },
      );
    });
    afterAll(() => mock.stop());

    it('lastmile-dinner.ts creates an estimate and a booking, and cancels the booking', async () => {
      const lines: string[] = [];
      await bookAndCancel(
        createLastmileClient({ baseUrl: mock.lastmile, partnerName: 'acme', token: 'test_token' }),
        (line) => lines.push(line),
      );
      expect(lines).toEqual([
        expect.stringMatching(/^Estimate est_\w+: \d+ EUR in minor units, valid until 20/),
        expect.stringMatching(/^Booking bkg_\w+: searching, tracking page https?:/),
        'The booking has not changed.',
        'Cancelled: cancelled',
      ]);
    });

    it('marketplace-evening.ts sets the statuses of an order and pauses the store', async () => {
      const lines: string[] = [];
      const orderId =
        mode === 'sandbox' ? await createTestOrder(mock.marketplace) : 'ord_01JD5K8Q2W7F';
      await processOrder(
        createMarketplaceClient({ baseUrl: mock.marketplace, token: 'test_token' }),
        orderId,
        (line) => lines.push(line),
      );
      expect(lines).toEqual([
        expect.stringMatching(/^Order \S+ \(\w+\): \d+ lines, \d+ [A-Z]{3} in minor units$/),
        expect.stringMatching(/^Store .+: \w+$/),
        expect.stringMatching(/^Menu: \w+$/),
        'Acknowledged: succeeded',
        ...(mode === 'sandbox'
          ? ['Order status: accepted', 'Order status: preparing', 'Order status: ready']
          : ['Order status: accepted', 'Order status: accepted', 'Order status: accepted']),
        'Store status: paused',
      ]);
    });
  },
);
