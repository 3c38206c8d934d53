import { describe, expect, it } from 'vitest';
import { ConnectionError, createLastmileClient, isLastmileProblem } from '../src/index.js';
import { fixtures } from '../src/testing.js';

const refusedWith = async (problem: object): Promise<unknown> => {
  const fetch = async () => Response.json(problem, { status: 404 });
  const lastmile = createLastmileClient({
    baseUrl: 'https://api.example.com',
    partnerName: 'acme',
    token: 'test_1',
    fetch,
  });
  return lastmile.getStoreInfo({ id: 'sto_1' }).catch((error: unknown) => error);
};

describe('isLastmileProblem', () => {
  it('tells refusals by their code', async () => {
    const error = await refusedWith(fixtures.getStoreInfo.answers[404].store_not_found);
    expect(isLastmileProblem(error)).toBe(true);
    expect(isLastmileProblem(error, 'store_not_found')).toBe(true);
    expect(isLastmileProblem(error, 'booking_not_found')).toBe(false);
  });

  it('does not take a code that this version does not know for one that it does', async () => {
    const error = await refusedWith({
      ...fixtures.getStoreInfo.answers[404].store_not_found,
      code: 'store_on_the_moon',
    });
    expect(isLastmileProblem(error)).toBe(false);
    expect(error).toMatchObject({ name: 'ApiError', code: 'store_on_the_moon' });
  });

  it.each([
    [
      'a page',
      new ConnectionError(
        {
          operation: { id: 'getStoreInfo', method: 'get' },
          attempts: 1,
          idempotencyKey: undefined,
        },
        undefined,
      ),
    ],
    ['something that looks like it', { name: 'ApiError', code: 'store_not_found' }],
    ['nothing', undefined],
  ])('is not %s', (_, error) => {
    expect(isLastmileProblem(error)).toBe(false);
    expect(isLastmileProblem(error, 'store_not_found')).toBe(false);
  });
});
