import { ProblemError, type ProblemItem } from '../../../kernel/problem-error.ts';
import type { StatusRequest } from '../../state/order-model.ts';
import { takesReadyTime } from './steps.ts';

/**
 * The statuses with which a member of the request goes; members that are not in here go with all
 * (contract: `SetOrderStatusRequest`).
 */
const goesWith: Readonly<Partial<Record<keyof StatusRequest, (status: string) => boolean>>> = {
  ready_at: takesReadyTime,
  preparation_minutes: takesReadyTime,
  unavailable_items: (status) => status === 'rejected' || status === 'cancelled',
  delivery_code: (status) => status === 'completed',
  delivery: (status) => status === 'in_delivery',
};

/**
 * Refuses what is wrong with a request for a status beyond its form.
 *
 * @throws {ProblemError} `validation_failed`
 */
export function refuseMisfits(request: StatusRequest): void {
  const faults: ProblemItem[] = [];
  for (const [member, fits] of Object.entries(goesWith)) {
    if (!(member in request) || fits(request.status)) continue;
    faults.push({
      pointer: `/${member}`,
      code: 'not_applicable',
      message: `does not go with the status ${request.status}`,
    });
  }
  const seen = new Set<string>();
  for (const [index, { line_id }] of (request.unavailable_items ?? []).entries()) {
    if (seen.has(line_id)) {
      faults.push({
        pointer: `/unavailable_items/${index}/line_id`,
        code: 'unique_items',
        message: `names ${line_id} a second time`,
      });
    }
    seen.add(line_id);
  }
  if (
    request.delivery?.tracking_url !== undefined &&
    !request.delivery.tracking_url.startsWith('https://')
  ) {
    faults.push({
      pointer: '/delivery/tracking_url',
      code: 'pattern',
      message: 'must begin with https://',
    });
  }
  if (faults.length === 0) return;
  const detail =
    faults.length === 1
      ? `${faults[0]?.pointer} ${faults[0]?.message}.`
      : `${faults.length} things are wrong with the body.`;
  throw new ProblemError('validation_failed', detail, { errors: faults });
}
