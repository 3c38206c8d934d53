import { http } from 'msw';
import { describe } from 'vitest';
import { describeEveryFixture } from '../../client-core/test/support/every-fixture.js';
import { createLastmileClient } from '../src/index.js';
import { events, fixtures, lastmileHandlers } from '../src/testing.js';

const baseUrl = 'https://api.example.com/lastmile/v1';

describe('the fixtures', () => {
  describeEveryFixture(
    'lastmile',
    { fixtures, events, handlers: lastmileHandlers(http, baseUrl) },
    () => createLastmileClient({ baseUrl, partnerName: 'acme', token: 'test_1' }),
  );
});
