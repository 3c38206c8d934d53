import type { Resource } from '../api/types.ts';

/** Describes the response to a request for a test order, in one sentence or two. */
export const orderMessage = ({ id, status, store_id, scenario, waits_for }: Resource): string =>
  waits_for === undefined
    ? `Created order ${id} for store ${store_id} (status ${status}).`
    : `No order was created. The ${scenario} scenario applies to the next ${waits_for} request for store ${store_id}.`;
