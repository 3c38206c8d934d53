import type { Attempt, Delivery } from './kernel/delivery.ts';
import type { AttemptRecord, DeliveryRecord, InterfaceName } from './types.ts';

/** Converts a delivery to the record that the control API returns. */
export const toDeliveryRecord = (name: InterfaceName, delivery: Delivery): DeliveryRecord => ({
  id: delivery.id,
  interface: name,
  target: delivery.target,
  event_id: delivery.eventId,
  type: delivery.type,
  subject: delivery.subject,
  occurred_at: delivery.occurredAt,
  state: delivery.state,
  ...(delivery.nextAttemptAt !== undefined && { next_attempt_at: delivery.nextAttemptAt }),
  attempts: delivery.attempts.map(toAttemptRecord),
  event: JSON.parse(delivery.body) as Record<string, unknown>,
});

const toAttemptRecord = ({
  number,
  at,
  fault,
  url,
  requestHeaders,
  status,
  headers,
  body,
  error,
  milliseconds,
}: Attempt): AttemptRecord => ({
  number,
  at,
  ...(fault !== undefined && { fault }),
  request: { url, headers: requestHeaders },
  ...(status !== undefined && { response: { status, headers, body } }),
  ...(error !== undefined && { error }),
  milliseconds,
});
