import { describeEveryOutcome } from '../../client-core/test/support/every-outcome.js';
import { createMarketplaceClient } from '../src/index.js';

describeEveryOutcome('marketplace', (fetch) =>
  createMarketplaceClient({ baseUrl: 'https://api.example.com/v1', token: 'test_1', fetch }),
);
