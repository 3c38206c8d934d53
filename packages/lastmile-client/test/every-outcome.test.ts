import { describeEveryOutcome } from '../../client-core/test/support/every-outcome.js';
import { createLastmileClient } from '../src/index.js';

describeEveryOutcome('lastmile', (fetch) =>
  createLastmileClient({
    baseUrl: 'https://api.example.com/v1',
    partnerName: 'acme',
    token: 'test_1',
    fetch,
  }),
);
