import type {
  CreateEstimateRequest,
  Estimate,
  ResolvedPlace,
  UnserviceableReason,
} from '@delivery-api/lastmile-types';
import { retention } from '../domain/find-booking.ts';
import type { Place } from '../domain/find-place.ts';
import type { Quote } from '../domain/quote.ts';
import { instant } from '../domain/time.ts';
import { etaView } from './waypoint.ts';

export interface EstimateInput {
  id: string;
  partner: string;
  request: CreateEstimateRequest;
  now: number;
  isBinding: boolean;
  expiresAt: number;
}

/**
 * Returns an `Estimate` in contract format for a quote, or for the reasons why there is no quote.
 */
export function estimateView(
  { id, partner, request, now, isBinding, expiresAt }: EstimateInput,
  quote: Quote | UnserviceableReason[],
): Estimate {
  const { external_reference, service_level = 'standard' } = request;
  const reference = { ...(external_reference !== undefined && { external_reference }) };
  const common = { ...reference, partner_name: partner, test: true };
  const created_at = instant(now);
  if (Array.isArray(quote))
    return { id, outcome: 'unserviceable', ...common, reasons: quote, created_at };
  return {
    id,
    outcome: 'serviceable',
    ...common,
    pickup_eta: etaView(quote.pickupEta),
    dropoff_eta: etaView(quote.dropoffEta),
    ...(quote.approximate.length === 0 && {
      distance_meters: quote.route.meters,
      duration_seconds: quote.seconds,
      vehicle_type: quote.vehicle,
    }),
    service_level,
    resolved: { pickup: placeView(quote.pickup), dropoff: placeView(quote.dropoff) },
    binding: isBinding,
    price: quote.price,
    cancellation_policy: quote.policy,
    expires_at: instant(expiresAt),
    created_at,
  };
}

/** Returns an estimate. Omits the resolved places after the retention period of personal data. */
export function estimateAt(estimate: Estimate, now: number): Estimate {
  if (estimate.outcome !== 'serviceable') return estimate;
  if (now < Date.parse(estimate.created_at) + retention.personalData) return estimate;
  const { resolved: _, ...rest } = estimate;
  return rest;
}

const placeView = ({ text, point, confidence }: Place): ResolvedPlace => ({
  formatted_address: text,
  ...(confidence !== 'area' && { location: point }),
  confidence,
});
