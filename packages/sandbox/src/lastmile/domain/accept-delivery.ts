import type { CreateBookingRequest, VerificationInput } from '@delivery-api/lastmile-types';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { OrderedDelivery, OrderedWaypoint } from '../state/records.ts';
import { onePackage } from './estimate-terms.ts';
import type { Place } from './find-place.ts';
import type { Quote } from './quote.ts';
import { inUtc } from './schedule-rules.ts';

const maxDisplayReference = 32;

/** Returns the ordered delivery with defaults, store data, and times in UTC. */
export function acceptDelivery(
  context: LastmileContext,
  request: CreateBookingRequest,
  quote: Quote,
): OrderedDelivery {
  const {
    test_scenario: _,
    max_price: __,
    tip: ___,
    schedule,
    return_verification,
    packages = onePackage,
    ...rest
  } = request;
  return {
    ...rest,
    pickup: acceptWaypoint(context, request.pickup, quote.pickup, true),
    dropoff: acceptWaypoint(context, request.dropoff, quote.dropoff, false),
    packages: packages.map(({ quantity = 1, ...others }) => ({ ...others, quantity })),
    ...(schedule !== undefined && { schedule: inUtc(schedule) }),
    ...(return_verification !== undefined && {
      return_verification: withPin(context, return_verification),
    }),
    service_level: request.service_level ?? 'standard',
    handover: request.handover ?? 'meet_at_door',
    undeliverable_action: request.undeliverable_action ?? 'return_to_pickup',
    display_reference:
      request.display_reference ?? request.external_reference.slice(-maxDisplayReference),
  };
}

function acceptWaypoint(
  context: LastmileContext,
  waypoint: CreateBookingRequest['pickup'],
  place: Place,
  isPickup: boolean,
): OrderedWaypoint {
  const store = context.state.stores.get(waypoint.store_id ?? '');
  const { address = store?.address, contact = store?.contact, verification, ...rest } = waypoint;
  if (address === undefined) throw new Error('A quoted waypoint has no address.');
  const instructions = waypoint.instructions ?? (isPickup ? store?.pickup_instructions : undefined);
  return {
    ...rest,
    address: place.confidence === 'area' ? address : { location: place.point, ...address },
    ...(contact !== undefined && { contact }),
    ...(instructions !== undefined && { instructions }),
    ...(verification !== undefined && { verification: withPin(context, verification) }),
  };
}

/** Returns the verification, with a generated PIN if the `pin` method is requested without one. */
function withPin({ random }: LastmileContext, verification: VerificationInput): VerificationInput {
  if (!verification.methods.includes('pin') || verification.pin !== undefined) return verification;
  return { ...verification, pin: String(random.between(0, 9999)).padStart(4, '0') };
}
