import { describe, expect, it, vi } from 'vitest';
import * as core from '../src/index.js';
import { cancel, problemResponse } from './support/operations.js';
import { rejectionOf, stub } from './support/stub.js';

/** Imports another copy of the package. An application can load an ESM copy and a CommonJS copy. */
async function otherCopy(): Promise<typeof core> {
  vi.resetModules();
  return import('../src/index.js');
}

const apiError = () =>
  rejectionOf<core.ApiError>(
    stub([problemResponse(410, 'gone')], { maxRetries: 0 }).call(cancel)({}),
  );

describe('instanceof', () => {
  it('recognizes an error of another copy of the package', async () => {
    const other = await otherCopy();
    const error = await apiError();
    expect(other.ApiError).not.toBe(core.ApiError);
    expect(error instanceof other.ApiError).toBe(true);
    expect(error instanceof other.CallError).toBe(true);
    expect(error instanceof other.TimeoutError).toBe(false);
  });

  it('recognizes an ApiError as ApiError only, and no other value as CallError', async () => {
    const error = await apiError();
    expect(error instanceof core.ApiError).toBe(true);
    for (const type of [core.ConnectionError, core.TimeoutError, core.LocalError])
      expect(error instanceof type).toBe(false);
    for (const value of [undefined, null, 7, {}, new Error(), { name: 'ApiError' }])
      expect((value as unknown) instanceof core.CallError).toBe(false);
  });

  it('recognizes an error of an application-defined subclass as the subclass and as ApiError', async () => {
    class OwnError extends core.ApiError {}
    const error = await apiError();
    const own = new OwnError(
      { operation: cancel, attempts: 1, idempotencyKey: undefined },
      error.problem,
      error.response,
    );
    expect(own instanceof OwnError).toBe(true);
    expect(own instanceof core.ApiError).toBe(true);
    expect(error instanceof OwnError).toBe(false);
  });
});

describe('toJSON', () => {
  it('returns an object that keeps its members in structuredClone', async () => {
    const error = await apiError();
    expect(structuredClone(error.toJSON())).toMatchObject({
      name: 'ApiError',
      code: 'gone',
      status: 410,
      operation: 'cancelBooking',
    });
  });
});
