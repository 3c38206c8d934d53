import { MockError } from '../api/types.ts';

/**
 * Rejects a store that a later version of the mock has written.
 *
 * @param format the number of migrations applied to the store
 * @param known the number of migrations that this version has
 * @throws {MockError} if `format` is higher than `known`
 */
export function checkFormat(address: string, format: number, known: number): void {
  if (format <= known) return;
  throw new MockError(
    `The store ${address} has format ${format}; this mock reads formats up to ${known}. Start a later version of the mock, or select another store.`,
  );
}
