import { describe, expect, it } from 'vitest';
import {
  ApiError,
  ConnectionError,
  createLastmileClient,
  isLastmileProblem,
} from '../src/index.js';
import { fixtures } from '../src/testing.js';

const rejectionWith = async (problem: object): Promise<ApiError> => {
  const fetch = async () => Response.json(problem, { status: 404 });
  const lastmile = createLastmileClient({
    baseUrl: 'https://api.example.com',
    partnerName: 'acme',
    token: 'test_1',
    fetch,
  });
  return lastmile.getStoreInfo({ id: 'sto_1' }).catch((error) => error);
};

const known = fixtures.getStoreInfo.responses[404].store_not_found;

describe('isLastmileProblem', () => {
  it('matches an ApiError by its problem code', async () => {
    const error = await rejectionWith(fixtures.getStoreInfo.responses[404].store_not_found);
    expect(isLastmileProblem(error)).toBe(true);
    expect(isLastmileProblem(error, 'store_not_found')).toBe(true);
    expect(isLastmileProblem(error, 'booking_not_found')).toBe(false);
  });

  it('does not match an unknown problem code', async () => {
    const error = await rejectionWith({
      ...fixtures.getStoreInfo.responses[404].store_not_found,
      code: 'unknown_code',
    });
    expect(isLastmileProblem(error)).toBe(false);
    expect(error).toMatchObject({ name: 'ApiError', code: 'unknown_code' });
  });

  it('does not match a problem of an operation outside the interface', async () => {
    const { problem, response } = await rejectionWith(known);
    const facts = { attempts: 1, idempotencyKey: undefined };
    const operation = { id: 'anotherOperation', method: 'get' as const };
    const error = new ApiError({ ...facts, operation }, problem, response);
    expect(isLastmileProblem(error)).toBe(false);
    expect(isLastmileProblem(error, 'store_not_found')).toBe(false);
  });

  it.each([
    [
      'a ConnectionError',
      new ConnectionError(
        {
          operation: { id: 'getStoreInfo', method: 'get' },
          attempts: 1,
          idempotencyKey: undefined,
        },
        undefined,
      ),
    ],
    ['an object with the same members', { name: 'ApiError', code: 'store_not_found' }],
    ['undefined', undefined],
  ])('does not match %s', (_, error) => {
    expect(isLastmileProblem(error)).toBe(false);
    expect(isLastmileProblem(error, 'store_not_found')).toBe(false);
  });
});
