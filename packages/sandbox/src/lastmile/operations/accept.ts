import type { Json } from '@delivery-api/specs/contract';
import type { Place } from '../domain/places/find-place.ts';
import type { Quote } from '../domain/pricing/quote.ts';
import { inUtc } from '../domain/rules/schedule-rules.ts';
import type { LastmileState } from '../state/lastmile-state.ts';
import type {
  AcceptedDelivery,
  AcceptedEnd,
  BookingRequest,
  EndRequest,
  Verification,
} from '../state/model.ts';

const shownReference = 32;

/**
 * What was ordered as it was accepted: defaults filled in, stores and places looked up, times in
 * UTC.
 */
export function accept(
  request: BookingRequest,
  found: Quote,
  stage: LastmileState,
): AcceptedDelivery {
  const {
    test_scenario: _,
    max_price: __,
    tip: ___,
    schedule,
    return_verification,
    packages,
    ...rest
  } = request;
  return {
    ...rest,
    pickup: acceptEnd(request.pickup, found.pickup, stage, true),
    dropoff: acceptEnd(request.dropoff, found.dropoff, stage, false),
    packages: packages.map(({ quantity = 1, ...one }): Json => ({ ...one, quantity })),
    ...(schedule !== undefined && { schedule: inUtc(schedule) }),
    ...(return_verification !== undefined && {
      return_verification: withPin(return_verification, stage),
    }),
    service_level: request.service_level ?? 'standard',
    handover: request.handover ?? 'meet_at_door',
    undeliverable_action: request.undeliverable_action ?? 'return_to_pickup',
    display_reference:
      request.display_reference ?? request.external_reference.slice(-shownReference),
  };
}

function acceptEnd(
  end: EndRequest,
  place: Place,
  stage: LastmileState,
  isPickup: boolean,
): AcceptedEnd {
  const store = end.store_id === undefined ? undefined : stage.stores.byId(end.store_id);
  const { address = store?.address, contact = store?.contact, verification, ...rest } = end;
  if (address === undefined)
    throw new Error('An end without an address was taken for serviceable.');
  const instructions = end.instructions ?? (isPickup ? store?.pickup_instructions : undefined);
  return {
    ...rest,
    address: place.confidence === 'area' ? address : { ...address, location: place.point },
    ...(contact !== undefined && { contact }),
    ...(instructions !== undefined && { instructions }),
    ...(verification !== undefined && { verification: withPin(verification, stage) }),
  };
}

/** Makes a PIN where one is asked for and none was given (contract: `VerificationInput`). */
function withPin(verification: Verification, { parts }: LastmileState): Verification {
  if (!verification.methods.includes('pin') || verification.pin !== undefined) return verification;
  return { ...verification, pin: String(parts.random.between(0, 9999)).padStart(4, '0') };
}
