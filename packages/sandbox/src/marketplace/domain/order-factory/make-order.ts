import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { MarketplaceState } from '../../state/marketplace-state.ts';
import type { Order } from '../../state/order-model.ts';
import type { FulfillmentOption } from '../../state/store-model.ts';
import type { StoreState } from '../../state/store-state.ts';
import { standingOf } from '../stores/store-availability.ts';
import { makeBill, partsOf } from './bill.ts';
import { optionsFor } from './choose-store.ts';
import { makeFulfillment } from './fulfillment.ts';
import { givenLines } from './given-lines.ts';
import { type Kitchen, letters, makeLine, priced } from './lines.ts';
import { orderable } from './menu-of-the-moment.ts';
import { makeNestedLine } from './nested.ts';
import type { PartLists } from './parts.ts';
import { pickCustomer } from './people.ts';
import type { OrderPlan } from './plan.ts';
import { timingAtMidnight, timingNow, timingWithin } from './window.ts';

const second = 1_000;

/**
 * Makes up an order as a customer of the store could have placed it just now: from its live menu,
 * in one of its ways, at its prices.
 *
 * @param known orders from whose customers one is picked
 * @param given the lists of which something was given, and where what is wrong with that is told
 * @returns `undefined` where nothing can be ordered there at present
 */
export function makeOrder(
  { parts, rules }: MarketplaceState,
  store: StoreState,
  plan: OrderPlan,
  known: readonly Order[],
  given: { lists: PartLists; faults: ProblemItem[] } = { lists: {}, faults: [] },
): Order | undefined {
  const { clock, random, newId } = parts;
  const { base, live } = store;
  const now = clock.now();
  const standing = standingOf(store, rules, now);
  const options = optionsFor(store, plan);
  const accepting = options.filter(({ type }) =>
    standing.options.some((option) => option.type === type && option.accepting_orders),
  );
  if (live === undefined || options.length === 0) return undefined;
  const option = random.pick(accepting.length > 0 ? accepting : options);
  const kitchen: Kitchen = { live, storeId: base.id, type: option.type, random, now };
  const { items, ...bill } = given.lists;
  const lines =
    items === undefined
      ? makeLines(kitchen, base.timezone, option, plan)
      : withWish(givenLines(kitchen, items, given.faults), plan);
  if (lines === undefined) return undefined;
  const fulfillment = makeFulfillment(option, base, plan, known, random);
  const courierOf = fulfillment.type === 'delivery' ? fulfillment.delivered_by : undefined;
  const mode = plan.mode ?? base.acceptance.mode;
  const acceptWithin = plan.acceptSeconds ?? base.acceptance.accept_timeout_seconds ?? 600;
  const extra =
    standing.status === 'busy' ? (standing.requested.extra_preparation_minutes ?? 0) : 0;
  const order: Order = {
    id: newId('ord'),
    display_id: `${letters(random.between(0, 25)).toUpperCase()}-${random.between(1000, 9999)}`,
    store_id: base.id,
    ...(base.external_id !== undefined && { store_external_id: base.external_id }),
    ...(base.brand !== undefined && { brand: base.brand }),
    test: true,
    revision: 1,
    status: rules.steps.initial,
    phase: rules.steps.phaseOf(rules.steps.initial),
    history: [{ status: rules.steps.initial, at: clock.instant(), by: 'customer' }],
    allowed_transitions: [],
    acceptance:
      mode === 'auto'
        ? { mode, on_expiry: 'none' }
        : { mode, accept_by: clock.instant(now + acceptWithin * second), on_expiry: 'cancel' },
    acknowledgement: {
      state: 'pending',
      acknowledge_by: clock.instant(now + base.acceptance.acknowledge_timeout_seconds * second),
      late: false,
    },
    fulfillment,
    timing: plan.window
      ? timingWithin(now, base, plan.window)
      : plan.isForMidnight
        ? timingAtMidnight(now, base)
        : timingNow(now, base.preparation.default_minutes + extra, option.type === 'delivery'),
    customer: pickCustomer(known, base, random),
    items: lines,
    include_cutlery: random.next() < 0.3,
    age_restricted: lines
      .flatMap(partsOf)
      .some(
        ([id]) => live.item(id)?.age_restricted || live.item(id)?.alcohol_by_volume !== undefined,
      ),
    currency: live.content.currency,
    prices_include_tax: live.content.prices_include_tax,
    ...makeBill({
      lines,
      live,
      store: base,
      type: option.type,
      courierOf,
      plan,
      random,
      newId,
      given: bill,
    }),
    created_at: clock.instant(),
    updated_at: clock.instant(),
  };
  return { ...order, allowed_transitions: rules.steps.allowed(order) };
}

function makeLines(
  kitchen: Kitchen,
  timezone: string,
  option: FulfillmentOption,
  plan: OrderPlan,
): Order['items'] | undefined {
  const { live, random } = kitchen;
  const pool = orderable(live, option.type, timezone, kitchen.now);
  const wanted = Math.min(plan.lines ?? random.between(1, 3), Math.max(1, pool.length));
  const lines: Order['items'] = [];
  const nested = plan.isNested ? makeNestedLine(kitchen, pool, 'line_1') : undefined;
  if (nested !== undefined) lines.push(nested);
  for (const rest = [...pool]; lines.length < wanted && rest.length > 0; ) {
    const [item] = rest.splice(Math.floor(random.next() * rest.length), 1);
    if (item === undefined || lines.some(({ item_id }) => item_id === item.id)) continue;
    const quantity = Math.min(random.pick([1, 1, 1, 2, 3]), live.left(item));
    const line = makeLine(kitchen, item, `line_${lines.length + 1}`, quantity);
    if (line !== undefined) lines.push(line);
  }
  const [first, ...others] = lines;
  if (first === undefined) return undefined;
  const wish =
    plan.ifFirstIsUnavailable ?? random.pick(['remove', 'contact_customer', 'not asked']);
  return enough(
    kitchen,
    [wish === 'not asked' ? first : { ...first, if_unavailable: wish }, ...others],
    option,
  );
}

/** Lines that were given, with what the plan has the customer say about the first one. */
const withWish = (
  [first, ...others]: Order['items'],
  { ifFirstIsUnavailable: wish }: OrderPlan,
): Order['items'] =>
  first === undefined
    ? []
    : [
        wish === undefined || first.if_unavailable !== undefined
          ? first
          : { ...first, if_unavailable: wish },
        ...others,
      ];

/**
 * Orders more of the first line that there is enough of, until the items cost what they have to
 * together.
 */
function enough(
  { live }: Kitchen,
  lines: Order['items'],
  { minimum_order: minimum }: FulfillmentOption,
): Order['items'] {
  const missing =
    (minimum?.amount ?? 0) - lines.reduce((sum, { total_price }) => sum + total_price.amount, 0);
  if (missing <= 0 || minimum?.currency !== live.content.currency) return lines;
  const index = lines.findIndex((line) => {
    const item = live.item(line.item_id);
    const each = line.total_price.amount / line.quantity;
    return (
      item !== undefined && each > 0 && line.quantity + Math.ceil(missing / each) <= live.left(item)
    );
  });
  return lines.map((line, at) =>
    at === index
      ? priced({
          ...line,
          quantity: line.quantity + Math.ceil(missing / (line.total_price.amount / line.quantity)),
        })
      : line,
  );
}
