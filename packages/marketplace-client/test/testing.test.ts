import { http } from 'msw';
import { describe } from 'vitest';
import { describeEveryFixture } from '../../client-core/test/support/every-fixture.js';
import { createMarketplaceClient } from '../src/index.js';
import { events, fixtures, marketplaceHandlers } from '../src/testing.js';

const baseUrl = 'https://api.example.com/marketplace/v1';

describe('the fixtures', () => {
  describeEveryFixture(
    'marketplace',
    { fixtures, events, handlers: marketplaceHandlers(http, baseUrl) },
    () => createMarketplaceClient({ baseUrl, token: 'test_1' }),
  );
});
