import type { Fulfillment, FulfillmentOption, Store } from '@delivery-api/marketplace-types';
import type { Random } from '../../../kernel/random.ts';
import type { Order } from '../../state/records.ts';
import { pickAddress } from './customers.ts';
import type { OrderTemplate } from './order-template.ts';

/** The code of all orders with `delivery_code_required` (scenario `own_delivery_happy_path`). */
export const deliveryCode = '5831';

/** Creates the fulfillment of an order from a fulfillment option of the store. */
export function makeFulfillment(
  option: FulfillmentOption,
  store: Store,
  template: OrderTemplate,
  exampleOrders: readonly Order[],
  random: Random,
): Fulfillment {
  const code = String(random.between(100, 9999));
  if (option.type === 'pickup')
    return { type: 'pickup', pickup_type: 'in_store', pickup_code: code };
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
    address: pickAddress(exampleOrders, store, random),
    contactless,
    delivery_code_required: template.needsDeliveryCode ?? false,
  };
}
