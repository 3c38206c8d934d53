import { describe, expect, it } from 'vitest';
import {
  ApiError,
  ConnectionError,
  createMarketplaceClient,
  isMarketplaceProblem,
} from '../src/index.js';
import { fixtures } from '../src/testing.js';

const rejectionWith = async (problem: object): Promise<ApiError> => {
  const fetch = async () => Response.json(problem, { status: 404 });
  const marketplace = createMarketplaceClient({
    baseUrl: 'https://api.example.com',
    token: 'test_1',
    fetch,
  });
  return marketplace.getStore({ id: 'sto_1' }).catch((error) => error);
};

const known = fixtures.getStore.responses[404].store_not_found;

describe('isMarketplaceProblem', () => {
  it('matches an ApiError by its problem code', async () => {
    const error = await rejectionWith(fixtures.getStore.responses[404].store_not_found);
    expect(isMarketplaceProblem(error)).toBe(true);
    expect(isMarketplaceProblem(error, 'store_not_found')).toBe(true);
    expect(isMarketplaceProblem(error, 'order_not_found')).toBe(false);
  });

  it('does not match an unknown problem code', async () => {
    const error = await rejectionWith({
      ...fixtures.getStore.responses[404].store_not_found,
      code: 'unknown_code',
    });
    expect(isMarketplaceProblem(error)).toBe(false);
    expect(error).toMatchObject({ name: 'ApiError', code: 'unknown_code' });
  });

  it('does not match a problem of an operation outside the interface', async () => {
    const { problem, response } = await rejectionWith(known);
    const facts = { attempts: 1, idempotencyKey: undefined };
    const operation = { id: 'anotherOperation', method: 'get' as const };
    const error = new ApiError({ ...facts, operation }, problem, response);
    expect(isMarketplaceProblem(error)).toBe(false);
    expect(isMarketplaceProblem(error, 'store_not_found')).toBe(false);
  });

  it.each([
    [
      'a ConnectionError',
      new ConnectionError(
        { operation: { id: 'getStore', method: 'get' }, attempts: 1, idempotencyKey: undefined },
        undefined,
      ),
    ],
    ['an object with the same members', { name: 'ApiError', code: 'store_not_found' }],
    ['undefined', undefined],
  ])('does not match %s', (_, error) => {
    expect(isMarketplaceProblem(error)).toBe(false);
    expect(isMarketplaceProblem(error, 'store_not_found')).toBe(false);
  });
});
