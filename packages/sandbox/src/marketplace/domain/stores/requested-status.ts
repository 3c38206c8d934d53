import type { RequestedStatus } from '@delivery-api/marketplace-types';

/** Returns the requested status at a time: `open` after the requested status has ended. */
export function requestedAt(requested: RequestedStatus, at: number): RequestedStatus {
  if (requested.until === undefined || Date.parse(requested.until) > at) return requested;
  return { status: 'open', set_by: 'schedule', set_at: requested.until };
}
