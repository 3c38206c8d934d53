import type { CreateBookingRequest, WaypointInput } from '@delivery-api/lastmile-client';
import type { Order } from '@delivery-api/marketplace-client';

/** A field of the order that prevents a booking. */
export interface FieldProblem {
  /** JSON Pointer (RFC 6901) to the field in the order. */
  pointer: string;
  /** `not_forwardable`: the marketplace delivers the order, or it is a pickup or dine-in order. */
  reason: 'missing' | 'too_long' | 'not_forwardable';
}

export type ForwardResult =
  | {
      ok: true;
      request: CreateBookingRequest;
      /**
       * JSON Pointers to the delivery requirements of the order that the request does not cover, such
       * as a card payment at the door. Handle each requirement before you send the request.
       */
      unsupported: string[];
    }
  | { ok: false; problems: FieldProblem[] };

/** Maximum lengths in `CreateBookingRequest`, in characters, by field of the order (D-040). */
const maxLengths = {
  '/id': 64,
  '/display_id': 32,
  '/customer/name': 120,
  '/customer/phone': 16,
  '/customer/phone_access_code': 16,
  '/customer/company_name': 160,
  '/customer/locale': 35,
  '/fulfillment/pickup_code': 64,
  '/fulfillment/instructions': 500,
  '/fulfillment/address/line1': 200,
  '/fulfillment/address/line2': 200,
  '/fulfillment/address/city': 100,
  '/fulfillment/address/district': 100,
  '/fulfillment/address/region': 100,
  '/fulfillment/address/postal_code': 16,
  '/fulfillment/address/country': 2,
};
const maxItemLengths = { item_id: 64, name: 120 };
const maxItems = 200;
const required = [
  '/customer/name',
  '/customer/phone',
  '/fulfillment/address/line1',
  '/fulfillment/address/city',
  '/fulfillment/address/country',
];
const minDropoffWindowMs = 20 * 60_000;

/**
 * Creates a Lastmile `createBooking` request from a Marketplace order that the merchant delivers.
 * No text is shortened or changed.
 *
 * The `external_reference` of the booking is the ID of the order. The service therefore rejects a
 * second booking while the first booking is active or `delivered`. The request does not contain the
 * email address or the tax ID of the customer, because the courier does not need them. To override
 * the default packages, add `packages` to the request. Send the request for a test order
 * (`test: true`) only with a `test_` token.
 *
 * @param order an order from a `getOrder` response
 * @param pickup the store: its Lastmile `store_id`, or its address and contact
 * @returns the request and the delivery requirements that it does not cover; if the order cannot be
 * forwarded, the fields that prevent a booking
 */
export function forwardOrder(order: Order, pickup: WaypointInput): ForwardResult {
  const { customer, fulfillment } = order;
  if (fulfillment.type !== 'delivery') return notForwardable('/fulfillment/type');
  if (fulfillment.delivered_by !== 'merchant') return notForwardable('/fulfillment/delivered_by');

  const problems = fieldProblems(order);
  const { address, instructions, pickup_code } = fulfillment;
  const [phone, line1] = [customer?.phone, address?.line1];
  if (problems.length > 0 || !customer || !phone || !address || !line1)
    return { ok: false, problems };

  const cash = cashToCollect(order);
  const attended = order.age_restricted || cash !== undefined;
  const schedule = scheduleOf(order);
  const request: CreateBookingRequest = {
    external_reference: order.id,
    display_reference: order.display_id,
    pickup: { ...(pickup_code !== undefined && { reference: pickup_code }), ...pickup },
    dropoff: {
      address: {
        ...pick(address, ['line2', 'city', 'district', 'region', 'postal_code', 'country']),
        line1,
        ...(address.location && { location: pick(address.location, ['latitude', 'longitude']) }),
      },
      contact: {
        ...pick(customer, ['name', 'phone_access_code', 'locale']),
        phone,
        ...(customer.company_name !== undefined && { company: customer.company_name }),
      },
      ...(instructions !== undefined && { instructions }),
      ...(order.age_restricted && { verification: { methods: ['id_check'] } }),
    },
    items: order.items.map(({ item_id, name, quantity, unit_price, modifiers_price }) => ({
      external_id: item_id,
      name,
      quantity,
      unit_price: {
        amount: unit_price.amount + modifiers_price.amount,
        currency: unit_price.currency,
      },
    })),
    order_value: pick(order.totals.items, ['amount', 'currency']),
    ...(Object.keys(schedule).length > 0 && { schedule }),
    handover: fulfillment.contactless && !attended ? 'leave_at_door' : 'meet_at_door',
    ...(cash && { cash_on_delivery: cash }),
  };

  const unsupported = order.payments.flatMap(({ state, method }, index) =>
    state === 'due' && method !== 'cash' ? [`/payments/${index}`] : [],
  );
  // `restrictions` requires the goods and the minimum age, which the order does not contain.
  if (order.age_restricted) unsupported.push('/age_restricted');
  if (fulfillment.contactless && attended) unsupported.push('/fulfillment/contactless');
  if (fulfillment.delivery_code_required) unsupported.push('/fulfillment/delivery_code_required');
  if (order.timing.requested_window && schedule.dropoff_window === undefined)
    unsupported.push('/timing/requested_window');
  return { ok: true, request, unsupported };
}

const notForwardable = (pointer: string): ForwardResult => ({
  ok: false,
  problems: [{ pointer, reason: 'not_forwardable' }],
});

function fieldProblems(order: Order): FieldProblem[] {
  const missing = required.filter((pointer) => !valueAt(order, pointer));
  const limits = [
    ...Object.entries(maxLengths),
    ...order.items.flatMap((_, index) =>
      Object.entries(maxItemLengths).map(([key, max]) => [`/items/${index}/${key}`, max] as const),
    ),
  ];
  const tooLong = limits.filter(([pointer, max]) => {
    const value = valueAt(order, pointer);
    // JSON Schema counts code points, not UTF-16 units.
    return typeof value === 'string' && [...value].length > max;
  });
  return [
    ...missing.map((pointer) => ({ pointer, reason: 'missing' as const })),
    ...tooLong.map(([pointer]) => ({ pointer, reason: 'too_long' as const })),
    ...(order.items.length > maxItems ? [{ pointer: '/items', reason: 'too_long' as const }] : []),
  ];
}

/** Returns the value at a JSON Pointer, or `undefined`. Does not support escape sequences. */
const valueAt = (order: Order, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], order);

/**
 * Copies the given properties that are present. Other properties are not copied, because the service
 * rejects unknown properties in requests.
 */
function pick<From extends object, Key extends keyof From>(
  from: From,
  keys: readonly Key[],
): Pick<From, Key> {
  const present = keys.filter((key) => from[key] !== undefined);
  return Object.fromEntries(present.map((key) => [key, from[key]])) as Pick<From, Key>;
}

function cashToCollect({
  payments,
  currency,
}: Order): CreateBookingRequest['cash_on_delivery'] | undefined {
  const due = payments.filter(({ state, method }) => state === 'due' && method === 'cash');
  const amount = due.reduce((sum, payment) => sum + payment.amount.amount, 0);
  if (amount === 0) return undefined;
  const tendered = due.reduce(
    (sum, payment) => sum + (payment.change_for ?? payment.amount).amount,
    0,
  );
  return {
    amount_to_collect: { amount, currency },
    ...(tendered > amount && { change_for: { amount: tendered, currency } }),
  };
}

/**
 * Returns the ready time, if the order has one, and the requested window, if it is at least 20
 * minutes long. This is the minimum for a dropoff window in Lastmile.
 */
function scheduleOf({ timing }: Order): NonNullable<CreateBookingRequest['schedule']> {
  const ready_at = timing.confirmed_ready_at ?? timing.estimated_ready_at;
  const window = timing.requested_window;
  const isLongEnough =
    window !== undefined &&
    Date.parse(window.ends_at) - Date.parse(window.starts_at) >= minDropoffWindowMs;
  return {
    ...(ready_at !== undefined && { ready_at }),
    ...(isLongEnough && { dropoff_window: pick(window, ['starts_at', 'ends_at']) }),
  };
}
