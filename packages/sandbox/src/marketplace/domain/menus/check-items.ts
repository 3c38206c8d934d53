import type { MenuItemInput, MoneyInput } from '@delivery-api/marketplace-types';
import type { Placed, Report } from './finding.ts';
import type { SubmissionIndex } from './submission-index.ts';

/** Checks currencies, barcodes, and that price overrides can be told apart. */
export function checkItems({ items, groups, currency }: SubmissionIndex, report: Report): void {
  const check = (place: Placed, within: string, money: MoneyInput | undefined): void => {
    if (money === undefined || money.currency === currency) return;
    const message = `is ${money.currency}, but the menu is in ${currency}`;
    report(place, `${within}/currency`, 'currency_mismatch', message);
  };
  for (const place of items) {
    const { price, deposit, packaging_fee } = place.entity;
    const { price_overrides = [], bundle_items = [], barcodes = [] } = place.entity;
    check(place, '/price', price);
    check(place, '/deposit', deposit);
    check(place, '/packaging_fee', packaging_fee);
    for (const [index, override] of price_overrides.entries())
      check(place, `/price_overrides/${index}/price`, override.price);
    for (const [index, part] of bundle_items.entries())
      check(place, `/bundle_items/${index}/price`, part.price);
    for (const [index, barcode] of barcodes.entries()) {
      if (isGtin(barcode)) continue;
      const message = `the check digit of ${barcode} is wrong`;
      report(place, `/barcodes/${index}`, 'barcode_invalid', message);
    }
    checkPriceOverrides(place, report);
  }
  for (const place of groups) {
    for (const [index, { price }] of place.entity.modifiers.entries())
      check(place, `/modifiers/${index}/price`, price);
  }
}

function checkPriceOverrides(place: Placed<MenuItemInput>, report: Report): void {
  const seen = new Map<string, number>();
  for (const [index, override] of (place.entity.price_overrides ?? []).entries()) {
    const { fulfillment_type: type = '', store_id: storeId = '' } = override;
    const conditions = `${type} ${storeId}`;
    const first = seen.get(conditions);
    if (first === undefined) {
      seen.set(conditions, index);
      continue;
    }
    const message = `has the same conditions as /price_overrides/${first} of the item`;
    report(place, `/price_overrides/${index}`, 'price_override_ambiguous', message);
  }
}

/** Returns whether the check digit of a GTIN is right (GS1 General Specifications). */
export function isGtin(barcode: string): boolean {
  const digits = [...barcode].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
