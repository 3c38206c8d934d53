import { describe, expect, it } from 'vitest';
import { ConnectionError, createMarketplaceClient, isMarketplaceProblem } from '../src/index.js';
import { fixtures } from '../src/testing.js';

const refusedWith = async (problem: object): Promise<unknown> => {
  const fetch = async () => Response.json(problem, { status: 404 });
  const marketplace = createMarketplaceClient({
    baseUrl: 'https://api.example.com',
    token: 'test_1',
    fetch,
  });
  return marketplace.getStore({ id: 'sto_1' }).catch((error: unknown) => error);
};

describe('isMarketplaceProblem', () => {
  it('tells refusals by their code', async () => {
    const error = await refusedWith(fixtures.getStore.answers[404].store_not_found);
    expect(isMarketplaceProblem(error)).toBe(true);
    expect(isMarketplaceProblem(error, 'store_not_found')).toBe(true);
    expect(isMarketplaceProblem(error, 'order_not_found')).toBe(false);
  });

  it('does not take a code that this version does not know for one that it does', async () => {
    const error = await refusedWith({
      ...fixtures.getStore.answers[404].store_not_found,
      code: 'store_on_the_moon',
    });
    expect(isMarketplaceProblem(error)).toBe(false);
    expect(error).toMatchObject({ name: 'ApiError', code: 'store_on_the_moon' });
  });

  it.each([
    [
      'a page',
      new ConnectionError(
        { operation: { id: 'getStore', method: 'get' }, attempts: 1, idempotencyKey: undefined },
        undefined,
      ),
    ],
    ['something that looks like it', { name: 'ApiError', code: 'store_not_found' }],
    ['nothing', undefined],
  ])('is not %s', (_, error) => {
    expect(isMarketplaceProblem(error)).toBe(false);
    expect(isMarketplaceProblem(error, 'store_not_found')).toBe(false);
  });
});
