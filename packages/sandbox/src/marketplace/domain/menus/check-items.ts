import type { Money } from '../../state/store-model.ts';
import type { Note, Placed, Sight } from './finding.ts';

/** Prices in another currency, overrides that cannot be told apart, and barcodes that are none. */
export function checkItems({ items, groups, currency }: Sight, note: Note): void {
  const expect = (place: Placed, within: string, money: Money | undefined): void => {
    if (money === undefined || money.currency === currency) return;
    note(
      place,
      `${within}/currency`,
      'currency_mismatch',
      `is ${money.currency}, but the menu is in ${currency}`,
    );
  };
  for (const place of items) {
    const {
      price,
      price_overrides = [],
      deposit,
      packaging_fee,
      bundle_items = [],
      barcodes = [],
    } = place.entity;
    expect(place, '/price', price);
    expect(place, '/deposit', deposit);
    expect(place, '/packaging_fee', packaging_fee);
    for (const [at, override] of price_overrides.entries())
      expect(place, `/price_overrides/${at}/price`, override.price);
    for (const [at, part] of bundle_items.entries())
      expect(place, `/bundle_items/${at}/price`, part.price);
    for (const [at, barcode] of barcodes.entries()) {
      if (!isGtin(barcode))
        note(place, `/barcodes/${at}`, 'barcode_invalid', `the check digit of ${barcode} is wrong`);
    }
    const seen = new Map<string, number>();
    for (const [at, { fulfillment_type, store_id }] of price_overrides.entries()) {
      const within = `/price_overrides/${at}`;
      const conditions = `${fulfillment_type ?? ''} ${store_id ?? ''}`;
      const first = seen.get(conditions);
      if (conditions === ' ')
        note(
          place,
          within,
          'price_override_ambiguous',
          'has neither fulfillment_type nor store_id',
        );
      else if (first !== undefined)
        note(
          place,
          within,
          'price_override_ambiguous',
          `has the same conditions as /price_overrides/${first} of the item`,
        );
      else seen.set(conditions, at);
    }
  }
  for (const place of groups) {
    for (const [at, { price }] of place.entity.modifiers.entries())
      expect(place, `/modifiers/${at}/price`, price);
  }
}

/**
 * Whether the last digit of a GTIN is the one that the others demand (GS1 General Specifications).
 */
export function isGtin(barcode: string): boolean {
  const digits = [...barcode].reverse().map(Number);
  return (
    digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0
  );
}
