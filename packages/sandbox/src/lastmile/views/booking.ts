import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { Machine } from '../../kernel/state-machine.ts';
import type { Cancelling } from '../domain/pricing/policy.ts';
import { courierInEvent, courierView } from '../scenarios/couriers.ts';
import type { AcceptedEnd, Booking, EndName, Eta, Proof, Verification } from '../state/model.ts';

const day = 24 * 3_600_000;
/**
 * After an end, personal data is deleted first, and the booking later (contract:
 * getBookingDetails).
 */
const retention = { personal: 30 * day, all: 90 * day } as const;
/**
 * Links to proofs are renewed this often, so that a read within the same span can be a 304, and
 * work for an hour after that.
 */
const linkSpan = 600_000;
const linkFor = 3_600_000;

export const instant = (moment: number): string => new Date(moment).toISOString();

/** Whether a booking is past its retention, so that its id answers `resource_expired`. */
export const isForgotten = ({ closedAt }: Booking, now: number): boolean =>
  closedAt !== undefined && now >= closedAt + retention.all;

/** A booking as the contract shows it at a moment (`Booking`). */
export function bookingView(
  booking: Booking,
  machine: Machine,
  cancelling: Cancelling,
  now: number,
): JsonObject {
  const { ordered, closedAt } = booking;
  const {
    external_reference,
    estimate_id,
    pickup,
    dropoff,
    display_reference,
    metadata,
    return_verification,
    ...rest
  } = ordered;
  const isPrivate = closedAt === undefined || now < closedAt + retention.personal;
  const end = (name: EndName, accepted: AcceptedEnd): JsonObject =>
    endView(booking, name, accepted, isPrivate, now);
  const phase = machine.phaseOf(booking.status);
  return {
    id: booking.id,
    external_reference,
    attempt: booking.attempt,
    partner_name: booking.partner,
    test: true,
    revision: booking.revision,
    phase,
    status: booking.status,
    ...given('status_reason', booking.statusReason),
    ...given('estimate_id', estimate_id),
    price: booking.price,
    ...given('quoted_price', booking.quotedPrice),
    pickup: end('pickup', pickup),
    dropoff: end('dropoff', dropoff),
    ...(booking.progress.return !== undefined && {
      return: end('return', wayBack(pickup, return_verification)),
    }),
    ...rest,
    ...given('return_verification', masked(return_verification, isPrivate)),
    display_reference,
    ...given('courier', courierView(booking, now)),
    reassignment_count: booking.reassignments,
    ...(phase === 'open' && { assign_by: instant(booking.assignBy) }),
    tracking_url: booking.trackingUrl,
    cancellation_policy: cancelling.view(booking, now),
    ...given('cancellation', booking.cancellation),
    history: [...booking.history],
    ...given('metadata', metadata),
    created_at: instant(booking.createdAt),
    updated_at: instant(booking.updatedAt),
    ...(closedAt !== undefined && { closed_at: instant(closedAt) }),
  };
}

/**
 * A booking as an event shows it (contract: `BookingUpdate`): without personal data, links and
 * secrets.
 */
export function bookingUpdate(
  booking: Booking,
  changes: string[],
  previousStatus: string | undefined,
  machine: Machine,
  now: number,
): JsonObject {
  const { cancellation, closedAt, progress } = booking;
  const phase = machine.phaseOf(booking.status);
  const { comment: _, ...wish } = cancellation ?? {};
  return {
    booking_id: booking.id,
    external_reference: booking.ordered.external_reference,
    attempt: booking.attempt,
    revision: booking.revision,
    changes,
    phase,
    status: booking.status,
    ...given('previous_status', previousStatus),
    ...given('status_reason', booking.statusReason),
    price: booking.price,
    pickup: progressView(booking, 'pickup', now),
    dropoff: progressView(booking, 'dropoff', now),
    ...(progress.return !== undefined && { return: progressView(booking, 'return', now) }),
    ...given('courier', courierInEvent(booking, now)),
    reassignment_count: booking.reassignments,
    ...(phase === 'open' && { assign_by: instant(booking.assignBy) }),
    ...(cancellation !== undefined && { cancellation: wish }),
    created_at: instant(booking.createdAt),
    updated_at: instant(booking.updatedAt),
    ...(closedAt !== undefined && { closed_at: instant(closedAt) }),
  };
}

/** An arrival time with the range around it: the further off, the wider (contract: `Eta`). */
export function etaView({ expectedAt, calculatedAt }: Eta): JsonObject {
  const ahead = Math.max(0, expectedAt - calculatedAt);
  const margin = (share: number, most: number): number =>
    Math.round(Math.min(ahead * share, most) / 1000) * 1000;
  return {
    earliest_at: instant(expectedAt - margin(0.2, 600_000)),
    expected_at: instant(expectedAt),
    latest_at: instant(expectedAt + margin(0.3, 900_000)),
    calculated_at: instant(calculatedAt),
  };
}

const given = (name: string, value: Json | undefined): JsonObject =>
  value === undefined ? {} : { [name]: value };

/** Where the goods go when they are brought back. */
const wayBack = (
  { address, contact, store_id }: AcceptedEnd,
  verification: Verification | undefined,
): AcceptedEnd => ({
  ...(store_id !== undefined && { store_id }),
  address,
  ...(contact !== undefined && { contact }),
  ...(verification !== undefined && { verification }),
});

function endView(
  booking: Booking,
  name: EndName,
  accepted: AcceptedEnd,
  isPrivate: boolean,
  now: number,
): JsonObject {
  const { contact, instructions, verification, ...rest } = accepted;
  const proofs = booking.progress[name]?.proofs;
  return {
    ...rest,
    ...(isPrivate && given('contact', contact)),
    ...(isPrivate && given('instructions', instructions)),
    ...given('verification', masked(verification, isPrivate)),
    ...times(booking, name, now),
    ...(isPrivate &&
      proofs !== undefined && { proofs: proofs.map((proof) => proofView(proof, now)) }),
  };
}

/** A verification without its PIN, once personal data is deleted. */
function masked(
  verification: Verification | undefined,
  isPrivate: boolean,
): Verification | undefined {
  if (verification === undefined || isPrivate) return verification;
  const { pin: _, ...rest } = verification;
  return rest;
}

function progressView(booking: Booking, name: EndName, now: number): JsonObject {
  const proofs = booking.progress[name]?.proofs;
  return {
    ...times(booking, name, now),
    ...(proofs !== undefined && { verified_methods: [...new Set(proofs.map(({ type }) => type))] }),
  };
}

function times({ progress, courier }: Booking, name: EndName, now: number): JsonObject {
  const { eta, arrivedAt, completedAt } = progress[name] ?? {};
  // While nobody has it, a time that has passed foretells nothing.
  const isStale = eta !== undefined && courier === undefined && eta.expectedAt < now;
  return {
    ...(eta !== undefined && !isStale && { eta: etaView(eta) }),
    ...(arrivedAt !== undefined && { arrived_at: instant(arrivedAt) }),
    ...(completedAt !== undefined && { completed_at: instant(completedAt) }),
  };
}

function proofView({ type, capturedAt, point, file, signer }: Proof, now: number): JsonObject {
  const renewedAt = (Math.floor(now / linkSpan) + 1) * linkSpan;
  return {
    type,
    captured_at: instant(capturedAt),
    ...(file !== undefined && {
      url: linkTo(file, renewedAt),
      url_expires_at: instant(renewedAt + linkFor),
    }),
    ...point,
    ...given('signer_name', signer),
    ...(type === 'id_check' && { min_age_verified: true }),
  };
}

const linkTo = (file: string, until: number): string =>
  `https://proofs.example.com/p/${file}?sig=${createHash('sha256').update(`${file} ${until}`).digest('hex').slice(0, 12)}`;
