import type { JsonObject } from '@delivery-api/specs/contract';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { findByLookup } from '../domain/find-booking.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import { bookingView } from '../views/booking.ts';

/**
 * Returns a booking, found by its ID, or by `ref:` and its external reference.
 *
 * @throws {ProblemError} with a code that the operation documents
 */
export function getBookingDetails(
  context: LastmileContext,
  partner: string,
  lookup: string,
): SandboxResponse {
  const view = bookingView(context, findByLookup(context, partner, lookup));
  return { status: 200, body: view as unknown as JsonObject };
}
