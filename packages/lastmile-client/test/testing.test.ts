import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { describeEveryFixture } from '../../client-core/test/support/every-fixture.js';
import { createLastmileClient } from '../src/index.js';
import { events, fixtures, lastmileHandlers } from '../src/testing.js';

const baseUrl = 'https://api.example.com/lastmile/v1';

describe('fixtures', () => {
  it('handlers accept a base URL that ends with several slashes', () => {
    const { info } = lastmileHandlers(http, `${baseUrl}//`).getStoreInfo();
    expect(info.path).toBe(`${baseUrl}/:partner_name/get_store_info/:id`);
  });

  describeEveryFixture(
    'lastmile',
    { fixtures, events, handlers: lastmileHandlers(http, baseUrl) },
    () => createLastmileClient({ baseUrl, partnerName: 'acme', token: 'test_1' }),
  );
});
