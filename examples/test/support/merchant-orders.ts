import type { Order } from '@delivery-api/marketplace-client';
import {
  type Contract,
  type JsonObject,
  resolvePointer,
  type Schema,
} from '@delivery-api/specs/contract';
import { createValidate } from '@delivery-api/specs/validate';
import fc from 'fast-check';
import { arbitraryOf } from './schema-arbitrary.ts';

type Delivery = Extract<Order['fulfillment'], { type: 'delivery' }>;

/** A locale of the maximum length, 35 characters. Random strings for the pattern are shorter. */
const longestLocale = 'zh-abcdefgh-abcdefgh-abcdefgh-abcde';

/**
 * Generates orders that are valid against the Marketplace contract, are delivered by the merchant,
 * and have a phone number and `line1`. The prices of items, and the currencies, are consistent.
 */
export function merchantOrders(marketplace: Contract): fc.Arbitrary<Order> {
  const component = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
  const of = <Value>(name: string): fc.Arbitrary<Value> =>
    arbitraryOf(marketplace, component(name)) as fc.Arbitrary<unknown> as fc.Arbitrary<Value>;
  const validate = createValidate(marketplace);
  const property = (name: string, key: string): Schema =>
    resolvePointer(
      marketplace.document,
      `#/components/schemas/${name}/properties/${key}`,
    ) as Schema;
  const maxItems = Number(property('Order', 'items').maxItems);
  return fc
    .record({
      order: of<Order>('Order'),
      customer: of<NonNullable<Order['customer']>>('Customer'),
      phone: of<string>('PhoneNumber'),
      delivery: of<Delivery>('DeliveryFulfillment'),
      address: of<NonNullable<Delivery['address']>>('DeliveryAddress'),
      line1: arbitraryOf(marketplace, property('DeliveryAddress', 'line1')) as fc.Arbitrary<string>,
      full: fc.boolean(),
    })
    .map(({ order, customer, phone, delivery, address, line1, full }): Order => {
      const items = order.items.map(consistentItem);
      const [first] = items;
      return inCurrency(order.currency, {
        ...order,
        closed_at: order.updated_at,
        customer: { ...customer, phone, ...(full && { locale: longestLocale }) },
        fulfillment: { ...delivery, delivered_by: 'merchant', address: { line1, ...address } },
        items: full && first ? Array<typeof first>(maxItems).fill(first) : items,
      });
    })
    .filter((order) => validate(component('Order'), order).length === 0);
}

/** Returns a copy of an item. Its price with modifiers is at least 0, and its total is correct. */
function consistentItem(item: Order['items'][number]): Order['items'][number] {
  const { unit_price, modifiers_price, quantity } = item;
  const modifiers = Math.max(modifiers_price.amount, -unit_price.amount);
  return {
    ...item,
    modifiers_price: { ...modifiers_price, amount: modifiers },
    total_price: { ...item.total_price, amount: quantity * (unit_price.amount + modifiers) },
  };
}

const inCurrency = (currency: string, order: Order): Order =>
  JSON.parse(JSON.stringify(order), (_, value) =>
    typeof value?.amount === 'number' && 'currency' in value ? { ...value, currency } : value,
  ) as Order;
