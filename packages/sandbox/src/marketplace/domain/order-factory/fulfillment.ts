import type { Random } from '../../../kernel/random.ts';
import type { Fulfillment, Order } from '../../state/order-model.ts';
import type { FulfillmentOption, Store } from '../../state/store-model.ts';
import { pickAddress } from './people.ts';
import type { OrderPlan } from './plan.ts';

/**
 * The code that completes a delivery which needs one, the same for every order here (contract:
 * scenario `own_delivery_happy_path`).
 */
export const deliveryCode = '5831';

/** How an order gets to the customer: what the store offers, filled in. */
export function makeFulfillment(
  option: FulfillmentOption,
  store: Store,
  plan: OrderPlan,
  known: readonly Order[],
  random: Random,
): Fulfillment {
  const code = String(random.between(100, 9999));
  if (option.type === 'pickup') return { type: 'pickup', pickup_code: code };
  if (option.type === 'dine_in')
    return {
      type: 'dine_in',
      table_id: String(random.between(1, 40)),
      guest_count: random.between(1, 6),
    };
  const contactless = random.next() < 0.2;
  if (option.delivered_by !== 'merchant') {
    return {
      type: 'delivery',
      delivered_by: 'marketplace',
      contactless,
      pickup_code: code,
      delivery_code_required: false,
    };
  }
  return {
    type: 'delivery',
    delivered_by: 'merchant',
    address: pickAddress(known, store, random),
    contactless,
    delivery_code_required: plan.needsDeliveryCode ?? false,
  };
}
