import { ProblemError, type ProblemItem } from '../../../kernel/problem-error.ts';
import type { StoreStatusRequest } from '../../state/store-model.ts';

const longest = 7 * 24 * 3_600_000;

/**
 * The statuses with which a member of the request goes; members that are not in here go with all
 * (contract: `SetStoreStatusRequest`).
 */
const goesWith: Readonly<Partial<Record<keyof StoreStatusRequest, readonly string[]>>> = {
  until: ['paused', 'busy'],
  duration_minutes: ['paused', 'busy'],
  extra_preparation_minutes: ['busy'],
  fulfillment_types: ['busy', 'paused', 'closed'],
  reason_code: ['busy', 'paused', 'closed'],
};

/**
 * Refuses what is wrong with a request for a status of a store beyond its form.
 *
 * @throws {ProblemError} `validation_failed`
 */
export function refuseMisfits(request: StoreStatusRequest, now: number): void {
  const faults: ProblemItem[] = [];
  for (const [member, statuses] of Object.entries(goesWith)) {
    if (!(member in request) || statuses.includes(request.status)) continue;
    faults.push({
      pointer: `/${member}`,
      code: 'not_applicable',
      message: `does not go with the status ${request.status}`,
    });
  }
  const until = request.until === undefined ? undefined : Date.parse(request.until);
  const moment = new Date(now).toISOString();
  if (until !== undefined && until <= now)
    faults.push({
      pointer: '/until',
      code: 'not_in_future',
      message: `must be later than now, ${moment}`,
    });
  if (until !== undefined && until > now + longest) {
    faults.push({
      pointer: '/until',
      code: 'too_far_ahead',
      message: `must be at most seven days from now, ${moment}`,
    });
  }
  if (faults.length === 0) return;
  const detail =
    faults.length === 1
      ? `${faults[0]?.pointer} ${faults[0]?.message}.`
      : `${faults.length} things are wrong with the body.`;
  throw new ProblemError('validation_failed', detail, { errors: faults });
}
