import type { FulfillmentOption } from '@delivery-api/marketplace-types';
import type { StoreRecord } from '../../state/records.ts';
import { liveMenuOf } from '../menus/live-menu.ts';
import type { MarketplaceContext } from '../rules/context.ts';
import { availabilityOf } from '../stores/availability.ts';
import { depthOf } from './nested-modifiers.ts';
import type { OrderTemplate } from './order-template.ts';
import { isBundle, orderableItems } from './orderable-items.ts';
import { isOpenAtMidnight } from './timing.ts';

/** Returns the fulfillment options of a store that are enabled and that a template allows. */
export function optionsFor(
  store: StoreRecord,
  { type, deliveredBy }: OrderTemplate,
): FulfillmentOption[] {
  return store.base.fulfillment_options.filter(
    (option) =>
      option.enabled &&
      (type === undefined || option.type === type) &&
      (deliveredBy === undefined || option.delivered_by === deliveredBy),
  );
}

/** Returns whether `options` contains a fulfillment option, and that option accepts orders. */
export const isAcceptingBy = (
  { type, delivered_by: party }: FulfillmentOption,
  options: readonly FulfillmentOption[],
): boolean =>
  options.some(
    (option) => option.type === type && option.delivered_by === party && option.accepting_orders,
  );

/**
 * Returns the first store that accepts the order now (or is open at midnight, if the template
 * requires this), preferably with the acceptance mode of the template. If there is none, returns
 * the first store that can accept the order at another time. If the template requires nested
 * modifiers, stores with deeper modifiers are first.
 *
 * @returns `undefined` if no store meets the requirements of the template
 */
export function chooseStore(
  context: MarketplaceContext,
  template: OrderTemplate,
): StoreRecord | undefined {
  const candidates = [...context.state.stores.values()].filter(
    (store) =>
      canOrder(store, template) && (!template.hasBundle || hasBundle(context, store, template)),
  );
  if (template.isNested) candidates.sort((a, b) => depth(context, b) - depth(context, a));
  const now = context.clock.now();
  const isReady = (store: StoreRecord): boolean => {
    if (template.isForMidnight) return isOpenAtMidnight(store.base, now);
    const { options } = availabilityOf(store, context.rules, now);
    return optionsFor(store, template).some((option) => isAcceptingBy(option, options));
  };
  return (
    candidates.find((store) => isReady(store) && hasTemplateMode(store, template)) ??
    candidates.find(isReady) ??
    candidates[0]
  );
}

function depth({ state }: MarketplaceContext, store: StoreRecord): number {
  const menu = liveMenuOf(state, store);
  return menu === undefined ? 0 : depthOf(menu);
}

/** Returns whether a test order for a store can contain a bundle now. */
function hasBundle(
  { state, clock }: MarketplaceContext,
  store: StoreRecord,
  template: OrderTemplate,
): boolean {
  const menu = liveMenuOf(state, store);
  if (menu === undefined) return false;
  return optionsFor(store, template).some(({ type }) =>
    orderableItems(menu, type, store.base.timezone, clock.now()).some(isBundle),
  );
}

/**
 * Returns whether a store has a live menu, and the fulfillment option and currency that a template
 * requires.
 */
export const canOrder = (store: StoreRecord, template: OrderTemplate): boolean =>
  store.live !== undefined &&
  optionsFor(store, template).length > 0 &&
  (template.decimals === undefined || decimalsOf(store.base.currency) === template.decimals);

/** Returns whether the store has the acceptance mode that the template requires. */
const hasTemplateMode = ({ base }: StoreRecord, { mode }: OrderTemplate): boolean =>
  mode === undefined || base.acceptance.mode === mode;

function decimalsOf(currency: string): number | undefined {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits;
  } catch {
    return undefined;
  }
}
