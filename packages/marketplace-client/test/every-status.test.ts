import { startMock } from '@delivery-api/mock';
import { describeEveryStatus } from '../../client-core/test/support/every-status.js';
import { createMarketplaceClient } from '../src/index.js';

describeEveryStatus(
  'marketplace',
  async () => {
    const mock = await startMock({ port: 0, mode: 'examples', interfaces: ['marketplace'] });
    return { baseUrl: mock.marketplace, stop: () => mock.stop() };
  },
  (baseUrl) => createMarketplaceClient({ baseUrl, token: 'test_every_status' }),
);
