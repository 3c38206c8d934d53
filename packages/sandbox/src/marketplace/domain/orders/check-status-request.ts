import type { StatusRequest } from '../../state/records.ts';
import { inapplicableMembers } from '../rules/applicable-members.ts';
import { rejectItems } from '../rules/reject-items.ts';

/** The statuses for which conditional members are accepted (contract: `SetOrderStatusRequest`). */
const statuses = {
  ready_at: ['accepted', 'preparing'],
  preparation_minutes: ['accepted', 'preparing'],
  unavailable_items: ['rejected', 'cancelled'],
  delivery_code: ['completed'],
  delivery: ['in_delivery'],
};

/**
 * Checks the rules that the schema of the request cannot express.
 *
 * @throws {ProblemError} `validation_failed`
 */
export function checkOrderStatusRequest(request: StatusRequest): void {
  const errors = inapplicableMembers(request, statuses);
  const seen = new Set<string>();
  for (const [index, { line_id }] of (request.unavailable_items ?? []).entries()) {
    if (seen.has(line_id)) {
      const pointer = `/unavailable_items/${index}/line_id`;
      errors.push({
        pointer,
        code: 'unique_items',
        message: `must be unique; ${line_id} occurs more than once`,
      });
    }
    seen.add(line_id);
  }
  if (request.delivery?.tracking_url?.startsWith('https://') === false) {
    const message = 'must begin with https://';
    errors.push({ pointer: '/delivery/tracking_url', code: 'pattern', message });
  }
  rejectItems(errors);
}
