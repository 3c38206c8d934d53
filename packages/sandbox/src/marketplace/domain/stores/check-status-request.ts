import type { StoreStatusRequest } from '../../state/records.ts';
import { inapplicableMembers } from '../rules/applicable-members.ts';
import { rejectItems } from '../rules/reject-items.ts';

const maxDuration = 7 * 24 * 3_600_000;

/** The statuses for which conditional members are accepted (contract: `SetStoreStatusRequest`). */
const statuses = {
  until: ['paused', 'busy'],
  duration_minutes: ['paused', 'busy'],
  extra_preparation_minutes: ['busy'],
  fulfillment: ['busy', 'paused', 'closed'],
  reason_code: ['busy', 'paused', 'closed'],
};

/**
 * Checks the rules that the schema of the request cannot express.
 *
 * @throws {ProblemError} `validation_failed`
 */
export function checkStoreStatusRequest(request: StoreStatusRequest, now: number): void {
  const errors = inapplicableMembers(request, statuses);
  const until = request.until === undefined ? now + 1 : Date.parse(request.until);
  const moment = new Date(now).toISOString();
  if (until <= now) {
    const message = `must be in the future; the current time is ${moment}`;
    errors.push({ pointer: '/until', code: 'not_in_future', message });
  }
  if (until > now + maxDuration) {
    const message = `must be at most 7 days from now; the current time is ${moment}`;
    errors.push({ pointer: '/until', code: 'too_far_ahead', message });
  }
  rejectItems(errors);
}
