import type { FulfillmentOption } from '@delivery-api/marketplace-types';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { Order, StoreRecord } from '../../state/records.ts';
import { liveMenuOf } from '../menus/live-menu.ts';
import type { MarketplaceContext } from '../rules/context.ts';
import { availabilityOf } from '../stores/availability.ts';
import { pricedLine, totalOf } from './amounts.ts';
import { itemsOf, makeBill } from './bill.ts';
import { isAcceptingBy, optionsFor } from './choose-store.ts';
import { completeLines } from './complete-lines.ts';
import { pickCustomer } from './customers.ts';
import { makeFulfillment } from './fulfillment.ts';
import { type LineContext, letters, makeLine } from './lines.ts';
import { makeNestedLine } from './nested-modifiers.ts';
import type { InputLists } from './order-input.ts';
import type { OrderTemplate } from './order-template.ts';
import { isBundle, orderableItems } from './orderable-items.ts';
import { timingAtMidnight, timingNow, timingWithin } from './timing.ts';

const second = 1_000;

/**
 * Generates an order. The generated lines have items that are available at the store now.
 *
 * @param input supplied lists, and the array to which their errors are added
 * @returns `undefined` if the store has no live menu, item or fulfillment option for the order
 */
export function makeOrder(
  context: MarketplaceContext,
  store: StoreRecord,
  template: OrderTemplate,
  input: { lists: InputLists; errors: ProblemItem[] } = { lists: {}, errors: [] },
): Order | undefined {
  const { clock, random, newId, rules, state, exampleOrders } = context;
  const { base } = store;
  const { transitions } = rules;
  const menu = liveMenuOf(state, store);
  const now = clock.now();
  const availability = availabilityOf(store, rules, now);
  const options = optionsFor(store, template);
  const accepting = options.filter((option) => isAcceptingBy(option, availability.options));
  if (menu === undefined || options.length === 0) return undefined;
  const option = random.pick(accepting.length > 0 ? accepting : options);
  const lineContext: LineContext = { menu, storeId: base.id, type: option.type, random, now };
  const { items, ...lists } = input.lists;
  const lines =
    items === undefined
      ? makeLines(lineContext, base.timezone, option, template)
      : withPreference(completeLines(lineContext, items, input.errors), template);
  if (lines === undefined) return undefined;
  const fulfillment = makeFulfillment(option, base, template, exampleOrders, random);
  const courierOf = fulfillment.type === 'delivery' ? fulfillment.delivered_by : undefined;
  const mode = template.mode ?? base.acceptance.mode;
  const acceptWithin = template.acceptSeconds ?? base.acceptance.accept_timeout_seconds ?? 600;
  const extra =
    availability.status === 'busy' ? (availability.requested.extra_preparation_minutes ?? 0) : 0;
  const order: Order = {
    id: newId('ord'),
    display_id: `${letters(random.between(0, 25)).toUpperCase()}-${random.between(1000, 9999)}`,
    store_id: base.id,
    ...(base.external_id !== undefined && { store_external_id: base.external_id }),
    ...(base.brand !== undefined && { brand: base.brand }),
    test: true,
    revision: 1,
    status: transitions.initial,
    phase: transitions.phaseOf(transitions.initial),
    history: [{ status: transitions.initial, at: clock.instant(), revision: 1, by: 'customer' }],
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
    timing: template.window
      ? timingWithin(now, base, template.window)
      : template.isForMidnight
        ? timingAtMidnight(now, base)
        : timingNow(now, base.preparation.default_minutes + extra, option.type === 'delivery'),
    customer: pickCustomer(exampleOrders, base, random),
    items: lines,
    include_cutlery: random.next() < 0.3,
    age_restricted: lines
      .flatMap(itemsOf)
      .some(
        ([id]) => menu.item(id)?.age_restricted || menu.item(id)?.alcohol_by_volume !== undefined,
      ),
    currency: menu.content.currency,
    prices_include_tax: menu.content.prices_include_tax,
    ...makeBill({
      lines,
      menu,
      store: base,
      type: option.type,
      courierOf,
      template,
      random,
      newId,
      lists,
    }),
    created_at: clock.instant(),
    updated_at: clock.instant(),
  };
  return { ...order, allowed_transitions: transitions.allowed(order) };
}

function makeLines(
  context: LineContext,
  timezone: string,
  option: FulfillmentOption,
  template: OrderTemplate,
): Order['items'] | undefined {
  const { menu, random } = context;
  const pool = orderableItems(menu, option.type, timezone, context.now);
  const count = Math.min(template.lines ?? random.between(1, 3), Math.max(1, pool.length));
  const lines: Order['items'] = [];
  const nested = template.isNested ? makeNestedLine(context, pool, 'line_1') : undefined;
  if (nested !== undefined) lines.push(nested);
  for (const rest = [...pool]; lines.length < count && rest.length > 0; ) {
    const bundle = template.hasBundle && lines.length === 0 ? rest.findIndex(isBundle) : -1;
    const index = bundle === -1 ? Math.floor(random.next() * rest.length) : bundle;
    const [item] = rest.splice(index, 1);
    if (item === undefined || lines.some(({ item_id }) => item_id === item.id)) continue;
    const quantity = Math.min(random.pick([1, 1, 1, 2, 3]), menu.maxQuantity(item));
    const line = makeLine(context, item, `line_${lines.length + 1}`, quantity);
    if (line !== undefined) lines.push(line);
  }
  const [first, ...others] = lines;
  if (first === undefined) return undefined;
  const preference =
    template.ifFirstIsUnavailable ?? random.pick(['remove', 'contact_customer', 'not asked']);
  return withMinimum(
    context,
    [preference === 'not asked' ? first : { ...first, if_unavailable: preference }, ...others],
    option,
  );
}

/**
 * Returns the lines with the preference in the template on the first line, unless that line has a
 * preference.
 */
const withPreference = (
  lines: Order['items'],
  { ifFirstIsUnavailable: preference }: OrderTemplate,
): Order['items'] =>
  lines.map((line, index) =>
    index > 0 || preference === undefined
      ? line
      : { ...line, if_unavailable: line.if_unavailable ?? preference },
  );

/**
 * Returns the lines. If their total is below the minimum of the fulfillment option, increases the
 * quantity of the first line whose maximum quantity is high enough.
 */
function withMinimum(
  { menu }: LineContext,
  lines: Order['items'],
  { minimum_order: minimum }: FulfillmentOption,
): Order['items'] {
  const shortfall = (minimum?.amount ?? 0) - totalOf(lines);
  if (shortfall <= 0 || minimum?.currency !== menu.content.currency) return lines;
  const index = lines.findIndex((line) => {
    const item = menu.item(line.item_id);
    const each = line.total_price.amount / line.quantity;
    return (
      item !== undefined &&
      each > 0 &&
      line.quantity + Math.ceil(shortfall / each) <= menu.maxQuantity(item)
    );
  });
  return lines.map((line, at) =>
    at === index
      ? pricedLine({
          ...line,
          quantity:
            line.quantity + Math.ceil(shortfall / (line.total_price.amount / line.quantity)),
        })
      : line,
  );
}
