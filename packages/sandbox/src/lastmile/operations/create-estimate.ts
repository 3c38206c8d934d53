import type { CreateEstimateRequest } from '@delivery-api/lastmile-types';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { termsOf } from '../domain/estimate-terms.ts';
import { type Quote, quote } from '../domain/quote.ts';
import {
  noCourierAvailable,
  rejectContradictions,
  rejectTooMany,
  rejectUnknownStores,
} from '../domain/request-rules.ts';
import { minute } from '../domain/time.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { EstimateRecord, WaypointName } from '../state/records.ts';
import { estimateView } from '../views/estimate.ts';

const validity = 15 * minute;
/** Price increase in the `estimate_not_binding` scenario, in percent. */
const priceIncrease = 10;

/**
 * Creates an estimate: a price with times, or every reason why the delivery is not possible.
 *
 * @throws {ProblemError} with a code that the operation documents
 */
export function createEstimate(
  context: LastmileContext,
  partner: string,
  request: CreateEstimateRequest,
): SandboxResponse {
  rejectUnknownStores(context, request);
  rejectContradictions(context, request);
  const { state, newId, onChange } = context;
  rejectTooMany(
    partner,
    state.estimates.countIn(partner),
    state.maxUnfinished,
    'estimates that can still be booked',
  );
  const now = context.clock.now();
  const { test_scenario: scenario } = request;
  const result =
    scenario === 'estimate_unserviceable' ? [noCourierAvailable(now)] : quote(request, state, now);
  const id = newId('est');
  const approximate = Array.isArray(result) ? [] : result.approximate;
  const points = Array.isArray(result) ? undefined : pointsOf(result);
  const isNotBinding = scenario === 'estimate_not_binding';
  const isBinding = approximate.length === 0 && !isNotBinding;
  const expiresAt = now + (scenario === 'estimate_expires_now' ? 0 : validity);
  const response = estimateView({ id, partner, request, now, isBinding, expiresAt }, result);
  state.estimates.put({
    id,
    partner,
    response,
    terms: termsOf(request),
    priceIncrease: isNotBinding ? priceIncrease : 0,
    approximate,
    points,
    scenario,
  });
  onChange('estimate', id);
  return { status: 201, body: response };
}

/** Returns the resolved locations of the waypoints whose address is not approximate. */
const pointsOf = ({ pickup, dropoff, approximate }: Quote): EstimateRecord['points'] =>
  Object.fromEntries(
    Object.entries({ pickup, dropoff })
      .filter(([name]) => !approximate.includes(name as WaypointName))
      .map(([name, { point }]) => [name, point]),
  );
