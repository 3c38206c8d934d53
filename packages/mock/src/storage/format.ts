import { MockError } from '../api/types.ts';

/**
 * Rejects a store that a newer mock has written.
 *
 * @param format the number of migrations that the store has seen
 * @param known the number of migrations that this mock has
 * @throws {MockError}
 */
export function checkFormat(address: string, format: number, known: number): void {
  if (format <= known) return;
  throw new MockError(
    `The store ${address} has format ${format}; this mock reads formats up to ${known}. Start a newer mock, or select another store.`,
  );
}
