import { startMock } from '@delivery-api/mock';
import { describeEveryStatus } from '../../client-core/test/support/every-status.js';
import { createLastmileClient } from '../src/index.js';

describeEveryStatus(
  'lastmile',
  async () => {
    const mock = await startMock({ port: 0, mode: 'examples', interfaces: ['lastmile'] });
    return { baseUrl: mock.lastmile, stop: () => mock.stop() };
  },
  (baseUrl) => createLastmileClient({ baseUrl, partnerName: 'acme', token: 'test_every_status' }),
);
