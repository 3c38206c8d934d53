import type {
  CreateBookingRequest,
  Money,
  PriceBreakdown,
  ServiceableEstimate,
} from '@delivery-api/lastmile-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import { fillPath } from '../../kernel/fill-path.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { acceptDelivery } from '../domain/accept-delivery.ts';
import { mismatches, termsOf } from '../domain/estimate-terms.ts';
import { findLatestAttempt, isExpired, ownedBy } from '../domain/find-booking.ts';
import { rejectErrors } from '../domain/money-rules.ts';
import { withComponent, withTip } from '../domain/price.ts';
import { type Quote, quote } from '../domain/quote.ts';
import {
  noCourierAvailable,
  rejectContradictions,
  rejectTooMany,
  rejectUnknownStores,
  rejectUnserviceable,
} from '../domain/request-rules.ts';
import { searchTimes } from '../domain/schedule-rules.ts';
import { moneyText } from '../domain/tariffs.ts';
import { instant } from '../domain/time.ts';
import { defaultScenario, scenarios } from '../scenarios/definitions.ts';
import { nextStepDue, scenarioRun, scheduleStep } from '../scenarios/schedule.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord, DeliveryRequest, EstimateRecord } from '../state/records.ts';
import { bookingView } from '../views/booking.ts';

/**
 * Creates a booking. Before it changes the state, it checks the referenced resources (404), then
 * conflicts (409), then the business rules (422), then the limit of the sandbox (503).
 *
 * @throws {ProblemError} with a code that the operation documents
 */
export function createBooking(
  context: LastmileContext,
  partner: string,
  request: CreateBookingRequest,
): SandboxResponse {
  const { state, onChange } = context;
  const now = context.clock.now();
  const estimate = findEstimate(context, partner, request.estimate_id);
  rejectUnknownStores(context, request);
  const before = findLatestAttempt(context, partner, request.external_reference);
  rejectDuplicate(context, before);
  if (estimate !== undefined) rejectUnusable(estimate, now);
  rejectContradictions(context, request);
  if (estimate !== undefined) rejectMismatch(estimate, request);
  if (request.test_scenario === 'not_serviceable') rejectUnserviceable([noCourierAvailable(now)]);
  const found = quote(withEstimateData(estimate, request), state, now);
  if (Array.isArray(found)) rejectUnserviceable(found);
  const price = withTip(priceWith(estimate, found), request.tip);
  rejectExpensive(price, request.max_price);
  rejectTooMany(
    partner,
    state.unfinished.count(partner),
    state.maxUnfinished,
    'bookings that are not closed',
  );
  const attempt = (before?.attempt ?? 0) + 1;
  const booking = makeBooking(context, partner, request, found, { price, estimate, attempt });
  if (estimate !== undefined) state.estimates.update(estimate, { bookedAs: booking.id });
  state.bookings.put(booking);
  scheduleStep(context, booking, nextStepDue(context, booking));
  onChange('booking', booking.id);
  return {
    status: 201,
    body: bookingView(context, booking) as unknown as JsonObject,
    headers: { Location: locationOf(context, booking) },
    ...(request.test_scenario === 'answer_lost' && { dropConnection: true }),
  };
}

function findEstimate(
  { state }: LastmileContext,
  partner: string,
  id: string | undefined,
): EstimateRecord | undefined {
  if (id === undefined) return undefined;
  const estimate = ownedBy(partner, state.estimates.get(id));
  if (estimate === undefined)
    throw new ProblemError('estimate_not_found', `No estimate of ${partner} has the ID ${id}.`);
  return estimate;
}

/** Rejects a reference if its latest booking is not closed, or is delivered and not yet deleted. */
function rejectDuplicate(context: LastmileContext, before: BookingRecord | undefined): void {
  if (before === undefined || isExpired(context, before)) return;
  if (before.closedAt !== undefined && before.status !== 'delivered') return;
  const { id, status, ordered } = before;
  throw new ProblemError(
    'duplicate_external_reference',
    `The booking ${id} already has the external reference '${ordered.external_reference}'; its status is ${status}.`,
    { members: { existing_booking_id: id } },
  );
}

function rejectUnusable({ id, bookedAs, response }: EstimateRecord, now: number): void {
  if (bookedAs !== undefined) {
    const members = { existing_booking_id: bookedAs };
    const detail = `The booking ${bookedAs} has already used the estimate ${id}.`;
    throw new ProblemError('estimate_already_used', detail, { members });
  }
  if (response.outcome !== 'serviceable') return;
  const expiresAt = Date.parse(response.expires_at);
  if (now >= expiresAt) {
    const detail = `The estimate ${id} expired at ${instant(expiresAt)}.`;
    throw new ProblemError('estimate_expired', detail);
  }
}

function rejectMismatch(
  { terms, approximate, points, response }: EstimateRecord,
  request: CreateBookingRequest,
): void {
  if (terms !== undefined)
    rejectErrors('estimate_mismatch', mismatches(terms, termsOf(request), { approximate, points }));
  if (response.outcome === 'unserviceable') rejectUnserviceable(response.reasons);
}

/**
 * Returns a booking request with the resolved locations of the estimate and, if the request has no
 * scenario, the scenario of the estimate. With a scenario, the opening hours do not apply.
 */
function withEstimateData(
  estimate: EstimateRecord | undefined,
  request: CreateBookingRequest,
): DeliveryRequest {
  const resolved = (name: 'pickup' | 'dropoff'): CreateBookingRequest['pickup'] => {
    const { address, ...rest } = request[name];
    const location = estimate?.points?.[name];
    if (address === undefined || location === undefined) return request[name];
    return { ...rest, address: { ...address, location } } as CreateBookingRequest['pickup'];
  };
  return {
    test_scenario: estimate?.scenario,
    ...request,
    pickup: resolved('pickup'),
    dropoff: resolved('dropoff'),
  } as DeliveryRequest;
}

/** Returns the price of a binding estimate, a simulated increased price, or the current price. */
function priceWith(estimate: EstimateRecord | undefined, { price }: Quote): PriceBreakdown {
  const offer = offerOf(estimate);
  if (estimate === undefined || offer === undefined) return price;
  if (offer.binding) return offer.price;
  if (estimate.priceIncrease === 0) return price;
  const amount = Math.round((offer.price.total.amount * estimate.priceIncrease) / 100);
  return withComponent(offer.price, { type: 'surge', amount, label: 'High demand' });
}

const offerOf = (estimate: EstimateRecord | undefined): ServiceableEstimate | undefined =>
  estimate?.response.outcome === 'serviceable' ? estimate.response : undefined;

function rejectExpensive({ total }: PriceBreakdown, max: Money | undefined): void {
  if (max === undefined || total.amount <= max.amount) return;
  const detail = `The booking would cost ${moneyText(total)}; your max_price is ${moneyText(max)}.`;
  throw new ProblemError('price_exceeds_max', detail, { members: { price: total } });
}

interface BookingTerms {
  price: PriceBreakdown;
  estimate: EstimateRecord | undefined;
  attempt: number;
}

function makeBooking(
  context: LastmileContext,
  partner: string,
  request: CreateBookingRequest,
  found: Quote,
  { price, estimate, attempt }: BookingTerms,
): BookingRecord {
  const { clock, newId, random } = context;
  const now = clock.now();
  const scenario = request.test_scenario ?? defaultScenario;
  const { searchAt, assignBy } = searchTimes(request.schedule, now, found);
  const status = scenario === 'rejected' ? 'pending' : searchAt > now ? 'scheduled' : 'searching';
  const offer = offerOf(estimate);
  const booking: BookingRecord = {
    id: newId('bkg'),
    partner,
    attempt,
    ordered: acceptDelivery(context, request, found),
    scenario,
    createdAt: now,
    trackingUrl: `https://track.example.com/t/${random.characters(10)}`,
    policy: offer?.cancellation_policy ?? found.policy,
    quotedPrice: offer?.price,
    route: found.route,
    vehicle: found.vehicle,
    searchAt,
    assignBy,
    status,
    revision: 1,
    updatedAt: now,
    price,
    progress: { pickup: { eta: found.pickupEta }, dropoff: { eta: found.dropoffEta } },
    reassignments: 0,
    history: [{ status, at: instant(now), revision: 1, by: 'requester' }],
  };
  const steps = scenarios[scenario] ?? [];
  const search = status === 'scheduled' ? ['search'] : [];
  return { ...booking, run: scenarioRun(context, booking, [...search, ...steps]) };
}

/** Returns the URL path of a booking. */
function locationOf(
  { contract, baseUrl }: LastmileContext,
  { id, partner }: BookingRecord,
): string {
  const operation = contract.operations.find((candidate) => candidate.id === 'getBookingDetails');
  const parameters = new Map(Object.entries({ partner_name: partner, id }));
  const base = new URL(baseUrl()).pathname.replace(/\/$/, '');
  return `${base}${fillPath(operation?.path ?? '', parameters)}`;
}
