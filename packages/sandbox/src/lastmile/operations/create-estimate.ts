import type { JsonObject } from '@delivery-api/specs/contract';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import type { Place } from '../domain/places/find-place.ts';
import { type Quote, quote } from '../domain/pricing/quote.ts';
import { nobodyFree, refuseContradictions, refuseUnknownStores } from '../domain/rules/requests.ts';
import { termsOf } from '../domain/rules/terms.ts';
import type { LastmileState } from '../state/lastmile-state.ts';
import type { DeliveryRequest, Estimate, Offer } from '../state/model.ts';
import { etaView, instant } from '../views/booking.ts';

const validFor = 900_000;
/** By how much the scenario `estimate_not_binding` says that the price rises. */
const usualRise = 10;

/**
 * Answers createEstimate: an offer, or every reason why there is none.
 *
 * @throws {ProblemError} with a code of the operation
 */
export function createEstimate(
  stage: LastmileState,
  partner: string,
  request: DeliveryRequest,
): SandboxResponse {
  refuseUnknownStores(stage, request);
  refuseContradictions(stage, request);
  const { parts, memory } = stage;
  const now = parts.clock.now();
  const found =
    request.test_scenario === 'estimate_unserviceable'
      ? [nobodyFree(now)]
      : quote(request, stage.stores, now);
  const id = parts.newId('est');
  const isServed = !Array.isArray(found);
  const offer = isServed ? offerOf(found, request, now) : undefined;
  const answer: JsonObject = {
    id,
    outcome: isServed ? 'serviceable' : 'unserviceable',
    ...(request.external_reference !== undefined && {
      external_reference: request.external_reference,
    }),
    partner_name: partner,
    test: true,
    ...(isServed ? offered(found, request) : { reasons: found }),
    ...(offer !== undefined && offerView(offer)),
    created_at: instant(now),
  };
  const estimate: Estimate = {
    id,
    partner,
    answer,
    terms: termsOf(request),
    offer,
    reasons: isServed ? [] : found,
    bookedAs: undefined,
  };
  memory.addEstimate(estimate, now);
  parts.onChange('estimate', id);
  return { status: 201, body: answer };
}

function offerOf(
  { price, policy, rough }: Quote,
  { test_scenario: scenario }: DeliveryRequest,
  now: number,
): Offer {
  return {
    price,
    policy,
    isBinding: rough.length === 0 && scenario !== 'estimate_not_binding',
    expiresAt: now + (scenario === 'estimate_expires_now' ? 1_000 : validFor),
    risesBy: scenario === 'estimate_not_binding' ? usualRise : 0,
    rough,
    scenario,
  };
}

const offerView = ({ price, policy, isBinding, expiresAt }: Offer): JsonObject => ({
  binding: isBinding,
  price,
  cancellation_policy: policy,
  expires_at: instant(expiresAt),
});

function offered(
  { pickup, dropoff, pickupEta, dropoffEta, route, seconds, vehicle, rough }: Quote,
  { service_level }: DeliveryRequest,
): JsonObject {
  const isExact = rough.length === 0;
  return {
    pickup_eta: etaView(pickupEta),
    dropoff_eta: etaView(dropoffEta),
    ...(isExact && {
      distance_meters: route.meters,
      duration_seconds: seconds,
      vehicle_type: vehicle,
    }),
    service_level: service_level ?? 'standard',
    resolved: { pickup: resolved(pickup), dropoff: resolved(dropoff) },
  };
}

const resolved = ({ text, point, confidence }: Place): JsonObject => ({
  formatted_address: text,
  ...(confidence !== 'area' && { location: point }),
  confidence,
});
