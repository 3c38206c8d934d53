import type { JsonObject } from '@delivery-api/specs/contract';
import { fillPath } from '../../kernel/fill-path.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { withComponent, withTip } from '../domain/pricing/price.ts';
import { type Quote, quote } from '../domain/pricing/quote.ts';
import { moneyText } from '../domain/pricing/tariffs.ts';
import { refuseFaults } from '../domain/rules/money-rules.ts';
import {
  nobodyFree,
  refuseContradictions,
  refuseUnknownStores,
  refuseUnserviceable,
} from '../domain/rules/requests.ts';
import { searchTimes } from '../domain/rules/schedule-rules.ts';
import { mismatches, termsOf } from '../domain/rules/terms.ts';
import { stories, usualStory } from '../scenarios/definitions.ts';
import { planNext, tell } from '../scenarios/schedule.ts';
import { type LastmileState, view } from '../state/lastmile-state.ts';
import type { Booking, BookingRequest, Estimate, Money, Price } from '../state/model.ts';
import { instant } from '../views/booking.ts';
import { accept } from './accept.ts';

/**
 * Answers createBooking. First what the request names (404), then what stands in its way (409),
 * then the rules of the business (422); nothing is
 * remembered before all of them hold.
 *
 * @throws {ProblemError} with a code of the operation
 */
export function createBooking(
  stage: LastmileState,
  partner: string,
  request: BookingRequest,
): SandboxResponse {
  const { parts, memory, stores } = stage;
  const now = parts.clock.now();
  const estimate = findEstimate(stage, partner, request.estimate_id);
  refuseUnknownStores(stage, request);
  const before = memory.latest(partner, request.external_reference);
  refuseDuplicate(before);
  refuseUnusable(estimate, now);
  refuseContradictions(stage, request);
  if (estimate?.terms !== undefined) {
    refuseFaults(
      'estimate_mismatch',
      mismatches(estimate.terms as JsonObject, termsOf(request), estimate.offer?.rough ?? []),
    );
  }
  if (estimate !== undefined && estimate.offer === undefined) refuseUnserviceable(estimate.reasons);
  if (request.test_scenario === 'not_serviceable') refuseUnserviceable([nobodyFree(now)]);
  const found = quote(asStaged(request, estimate), stores, now);
  if (Array.isArray(found)) refuseUnserviceable(found);
  const price = withTip(priceWith(estimate, found), request.tip);
  refuseExpensive(price, request.max_price);
  const booking = make(stage, partner, request, found, {
    price,
    estimate,
    attempt: (before?.attempt ?? 0) + 1,
  });
  if (estimate !== undefined) estimate.bookedAs = booking.id;
  memory.addBooking(booking);
  planNext(stage, booking);
  parts.onChange('booking', booking.id);
  const isLost = request.test_scenario === 'answer_lost';
  return {
    status: 201,
    body: view(stage, booking),
    headers: { Location: locationOf(stage, booking) },
    ...(isLost && { dropConnection: isLost }),
  };
}

function findEstimate(
  { memory }: LastmileState,
  partner: string,
  id: string | undefined,
): Estimate | undefined {
  if (id === undefined) return undefined;
  const estimate = memory.estimate(partner, id);
  if (estimate === undefined)
    throw new ProblemError('estimate_not_found', `${partner} has no estimate '${id}'.`);
  return estimate;
}

function refuseDuplicate(before: Booking | undefined): void {
  if (before === undefined || before.closedAt !== undefined) return;
  const { external_reference: reference } = before.ordered;
  throw new ProblemError(
    'duplicate_external_reference',
    `The booking ${before.id} has the reference '${reference}' and has not ended.`,
    { members: { existing_booking_id: before.id } },
  );
}

function refuseUnusable(estimate: Estimate | undefined, now: number): void {
  if (estimate?.bookedAs !== undefined) {
    throw new ProblemError(
      'estimate_already_used',
      `The estimate ${estimate.id} was booked as ${estimate.bookedAs}.`,
      { members: { existing_booking_id: estimate.bookedAs } },
    );
  }
  if (estimate?.offer !== undefined && now >= estimate.offer.expiresAt) {
    throw new ProblemError(
      'estimate_expired',
      `The estimate ${estimate.id} expired at ${instant(estimate.offer.expiresAt)}.`,
    );
  }
}

/**
 * What was estimated in a scenario can be booked at the same hour, also where the booking names
 * none.
 */
function asStaged(request: BookingRequest, estimate: Estimate | undefined): BookingRequest {
  const scenario = request.test_scenario ?? estimate?.offer?.scenario;
  return scenario === undefined ? request : { ...request, test_scenario: scenario };
}

/** The estimated price where it binds; otherwise it is worked out again. */
function priceWith(estimate: Estimate | undefined, { price }: Quote): Price {
  const offer = estimate?.offer;
  if (offer?.isBinding) return offer.price;
  if (offer === undefined || offer.risesBy === 0) return price;
  const surge = Math.round((offer.price.total.amount * offer.risesBy) / 100);
  return withComponent(offer.price, { type: 'surge', amount: surge, label: 'High demand' });
}

function refuseExpensive({ total }: Price, most: Money | undefined): void {
  if (most === undefined || total.amount <= most.amount) return;
  throw new ProblemError(
    'price_exceeds_max',
    `The booking would cost ${moneyText(total)}; your max_price is ${moneyText(most)}.`,
    { members: { price: total } },
  );
}

interface Terms {
  price: Price;
  estimate: Estimate | undefined;
  attempt: number;
}

function make(
  stage: LastmileState,
  partner: string,
  request: BookingRequest,
  found: Quote,
  { price, estimate, attempt }: Terms,
): Booking {
  const { parts } = stage;
  const now = parts.clock.now();
  const scenario = request.test_scenario ?? usualStory;
  const { searchAt, assignBy } = searchTimes(request.schedule, now);
  const status = scenario === 'rejected' ? 'pending' : searchAt > now ? 'scheduled' : 'searching';
  const booking: Booking = {
    id: parts.newId('bkg'),
    partner,
    attempt,
    ordered: accept(request, found, stage),
    scenario,
    createdAt: now,
    trackingUrl: `https://track.example.com/t/${parts.random.characters(10)}`,
    policy: estimate?.offer?.policy ?? found.policy,
    quotedPrice: estimate?.offer?.price,
    route: found.route,
    vehicle: found.vehicle,
    assignBy,
    searchAt,
    status,
    statusReason: undefined,
    revision: 1,
    updatedAt: now,
    closedAt: undefined,
    price,
    progress: { pickup: { eta: found.pickupEta }, dropoff: { eta: found.dropoffEta } },
    courier: undefined,
    leg: undefined,
    reassignments: 0,
    cancellation: undefined,
    history: [{ status, at: instant(now), revision: 1 }],
    plot: undefined,
  };
  const story = stories[scenario] ?? stories[usualStory] ?? [];
  tell(stage, booking, status === 'scheduled' ? ['search', ...story] : story);
  return booking;
}

/** Where to read a booking, as a path on this server. */
function locationOf({ parts }: LastmileState, { id, partner }: Booking): string {
  const operation = parts.contract.operations.find((one) => one.id === 'getBookingDetails');
  const path = fillPath(
    operation?.path ?? '',
    new Map([
      ['partner_name', partner],
      ['id', id],
    ]),
  );
  return `${new URL(parts.baseUrl()).pathname.replace(/\/$/, '')}${path}`;
}
