import type { MarketplaceState } from '../../state/marketplace-state.ts';
import type { FulfillmentOption } from '../../state/store-model.ts';
import type { StoreState } from '../../state/store-state.ts';
import { standingOf } from '../stores/store-availability.ts';
import { levelsOf } from './nested.ts';
import type { OrderPlan } from './plan.ts';
import { isOpenAtMidnight } from './window.ts';

/** The ways of getting an order in a store that a plan allows. */
export function optionsFor(
  store: StoreState,
  { type, deliveredBy }: OrderPlan,
): FulfillmentOption[] {
  return store.base.fulfillment_options.filter(
    (option) =>
      option.enabled &&
      (type === undefined || option.type === type) &&
      (deliveredBy === undefined || option.delivered_by === deliveredBy),
  );
}

/**
 * The store in which an order of a plan arrives: the first one that can take it now, or else the
 * first one that could at another time.
 * `undefined` where no store has what the plan asks for.
 */
export function chooseStore(market: MarketplaceState, plan: OrderPlan): StoreState | undefined {
  const fitting = [...market.stores.values()].filter((store) => canMake(store, plan));
  if (plan.isNested) fitting.sort((a, b) => levels(b) - levels(a));
  const now = market.parts.clock.now();
  const isReady = (store: StoreState): boolean => {
    if (plan.isForMidnight) return isOpenAtMidnight(store.base, now);
    const { options } = standingOf(store, market.rules, now);
    return optionsFor(store, plan).some(({ type }) =>
      options.some((option) => option.type === type && option.accepting_orders),
    );
  };
  return (
    fitting.find((store) => isReady(store) && hasUsualMode(store, plan)) ??
    fitting.find(isReady) ??
    fitting[0]
  );
}

const levels = ({ live }: StoreState): number => (live === undefined ? 0 : levelsOf(live));

/** Whether a store has, apart from its hours, what a plan asks for. */
export const canMake = (store: StoreState, plan: OrderPlan): boolean =>
  store.live !== undefined &&
  optionsFor(store, plan).length > 0 &&
  (plan.decimals === undefined || decimalsOf(store.base.currency) === plan.decimals);

/** Whether the store itself asks, or accepts, as the plan has it. */
const hasUsualMode = ({ base }: StoreState, { mode }: OrderPlan): boolean =>
  mode === undefined || base.acceptance.mode === mode;

function decimalsOf(currency: string): number | undefined {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits;
  } catch {
    return undefined;
  }
}
