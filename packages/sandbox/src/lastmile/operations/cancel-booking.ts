import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { moneyText } from '../domain/pricing/tariffs.ts';
import { refuseFaults } from '../domain/rules/money-rules.ts';
import { announce } from '../scenarios/announce.ts';
import { networkAnswer } from '../scenarios/definitions.ts';
import { tell } from '../scenarios/schedule.ts';
import { cancelFor, turnBack } from '../scenarios/steps.ts';
import { type LastmileState, view } from '../state/lastmile-state.ts';
import type { Booking, Cancellation, CancelRequest, Money } from '../state/model.ts';
import { findById } from './find-booking.ts';

/**
 * Answers cancelBooking: 200 when it is done or was done before, 202 while the courier network is
 * asked.
 *
 * @throws {ProblemError} with a code of the operation; then nothing has changed
 */
export function cancelBooking(
  stage: LastmileState,
  partner: string,
  request: CancelRequest,
): SandboxResponse {
  const booking = findById(stage, partner, request.booking_id);
  const answer = (status: number): SandboxResponse => ({ status, body: view(stage, booking) });
  if (booking.cancellation?.state === 'confirmed') return answer(200);
  if (booking.cancellation?.state === 'requested') return answer(202);
  refuseUncancellable(stage, booking, request);
  const fee = stage.cancelling.fee(booking, stage.parts.clock.now());
  refuseChangedTerms(booking, request, fee);
  const network = networkAnswer[booking.scenario];
  if (network !== undefined && stage.machine.phaseOf(booking.status) === 'pickup') {
    booking.cancellation = wish(stage, request, fee);
    tell(stage, booking, [network]);
    announce(stage, booking, { changes: ['cancellation'], keepsEtas: true });
    return answer(202);
  }
  booking.cancellation = {
    ...wish(stage, request, fee),
    state: 'confirmed',
    decided_at: stage.parts.clock.instant(),
  };
  if (stage.cancelling.isCarried(booking)) callBack(stage, booking);
  else cancelFor(stage, booking, fee);
  return answer(200);
}

function refuseUncancellable(
  { cancelling }: LastmileState,
  booking: Booking,
  { after_pickup: wanted = 'reject' }: CancelRequest,
): void {
  const isLeft = cancelling.isCarried(booking) && wanted === 'reject' ? 'picked_up' : undefined;
  const reason = cancelling.obstacle(booking) ?? isLeft;
  if (reason === undefined) return;
  throw new ProblemError('booking_not_cancellable', obstacleText(reason, booking), {
    members: {
      not_cancellable_reason: reason,
      current_status: booking.status,
      current_revision: booking.revision,
    },
  });
}

function obstacleText(reason: string, { status, updatedAt }: Booking): string {
  switch (reason) {
    case 'picked_up':
      return 'The courier has the goods. To have them brought back, send after_pickup with return_to_pickup.';
    case 'return_not_allowed':
      return 'The courier has the goods, and the policy of this booking does not offer their return.';
    case 'returning':
      return 'The goods are on their way back already.';
    case 'declined':
      return 'The courier network has declined to stop this booking; it goes on.';
    default:
      return `The booking ended as ${status} at ${new Date(updatedAt).toISOString()}.`;
  }
}

function refuseChangedTerms(
  { revision, status }: Booking,
  { expected_revision: expected, max_fee: most }: CancelRequest,
  fee: Money,
): void {
  const now = { current_status: status, current_revision: revision };
  if (most !== undefined && most.currency !== fee.currency) {
    refuseFaults('validation_failed', [
      {
        pointer: '/max_fee/currency',
        code: 'currency',
        message: `must be ${fee.currency}, in which this booking is priced`,
      },
    ]);
  }
  if (expected !== undefined && expected !== revision) {
    throw new ProblemError(
      'revision_conflict',
      `You decided on revision ${expected}; the booking is at revision ${revision}, ${status}.`,
      { members: now },
    );
  }
  if (most !== undefined && fee.amount > most.amount) {
    const detail = `Cancelling costs ${moneyText(fee)} in the status ${status}; your max_fee is ${moneyText(most)}.`;
    throw new ProblemError('cancellation_fee_changed', detail, { members: { fee, ...now } });
  }
}

const wish = (
  { parts }: LastmileState,
  { reason_code, comment }: CancelRequest,
  fee: Money,
): Cancellation => ({
  state: 'requested',
  cancelled_by: 'requester',
  reason_code,
  ...(comment !== undefined && { comment }),
  fee,
  requested_at: parts.clock.instant(),
});

function callBack(stage: LastmileState, booking: Booking): void {
  tell(stage, booking, ['bring_back']);
  turnBack(
    stage,
    booking,
    { code: 'requester_cancelled', message: 'Called back by you after the pickup.' },
    ['cancellation'],
  );
}
