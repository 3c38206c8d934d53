import type { MenuItemInput, MoneyInput } from '@delivery-api/marketplace-types';
import { isInvalid, type Report, type SubmittedEntity } from './finding.ts';
import type { SubmissionIndex } from './submission-index.ts';
import { type ValidParts, validEntries } from './valid-parts.ts';

/** Checks currencies, barcodes, and that the conditions of price overrides differ. */
export function checkItems({ items, groups, currency }: SubmissionIndex, report: Report): void {
  const check = (
    submitted: SubmittedEntity,
    within: string,
    money: ValidParts<MoneyInput> | undefined,
  ): void => {
    if (money?.currency === undefined || money.currency === currency) return;
    const message = `must be ${currency}, the currency of the menu; got ${money.currency}`;
    report(submitted, `${within}/currency`, 'currency_mismatch', message);
  };
  for (const submitted of items) {
    const { price, deposit, packaging_fee, price_overrides, bundle_items, barcodes } =
      submitted.entity;
    check(submitted, '/price', price);
    check(submitted, '/deposit', deposit);
    check(submitted, '/packaging_fee', packaging_fee);
    for (const [index, override] of validEntries(price_overrides))
      check(submitted, `/price_overrides/${index}/price`, override.price);
    for (const [index, part] of validEntries(bundle_items))
      check(submitted, `/bundle_items/${index}/price`, part.price);
    for (const [index, barcode] of validEntries(barcodes)) {
      if (isGtin(barcode)) continue;
      const message = `has an incorrect check digit: ${barcode}`;
      report(submitted, `/barcodes/${index}`, 'barcode_invalid', message);
    }
    checkPriceOverrides(submitted, report);
  }
  for (const submitted of groups) {
    for (const [index, { price }] of validEntries(submitted.entity.modifiers))
      check(submitted, `/modifiers/${index}/price`, price);
  }
}

function checkPriceOverrides(submitted: SubmittedEntity<MenuItemInput>, report: Report): void {
  const seen = new Map<string, number>();
  for (const [index, override] of validEntries(submitted.entity.price_overrides)) {
    const at = `/price_overrides/${index}`;
    if (isInvalid(submitted, `${at}/fulfillment_type`) || isInvalid(submitted, `${at}/store_id`))
      continue;
    const { fulfillment_type: type = '', store_id: storeId = '' } = override;
    const conditions = `${type} ${storeId}`;
    const first = seen.get(conditions);
    if (first === undefined) {
      seen.set(conditions, index);
      continue;
    }
    const message = `has the same conditions as /price_overrides/${first} of the item`;
    report(submitted, at, 'price_override_ambiguous', message);
  }
}

/** Returns whether the check digit of a GTIN is correct (GS1 General Specifications). */
export function isGtin(barcode: string): boolean {
  const digits = [...barcode].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
