import type { CreateBookingRequest, Money } from '@delivery-api/lastmile-types';
import { ProblemError, type ProblemItem } from '../../kernel/problem-error.ts';
import { errorSummary } from '../../validation/error-summary.ts';
import type { DeliveryRequest } from '../state/records.ts';

/**
 * Returns errors for amounts in a different currency than the price, and for a `change_for` that is
 * less than `amount_to_collect`.
 */
export function moneyErrors(request: DeliveryRequest, currency: string): ProblemItem[] {
  const { cash_on_delivery: cash, packages = [], order_value } = request;
  const { max_price, tip, items = [] } = request as Partial<CreateBookingRequest>;
  const amounts: [string, Money | undefined][] = [
    ['/max_price', max_price],
    ['/order_value', order_value],
    ['/tip', tip],
    ['/cash_on_delivery/amount_to_collect', cash?.amount_to_collect],
    ['/cash_on_delivery/change_for', cash?.change_for],
    ...packages.map(({ value }, index) => amountAt(`/packages/${index}/value`, value)),
    ...items.map(({ unit_price }, index) => amountAt(`/items/${index}/unit_price`, unit_price)),
  ];
  const message = `must be ${currency}, the currency of this delivery`;
  const errors: ProblemItem[] = amounts
    .filter(([, money]) => money !== undefined && money.currency !== currency)
    .map(([pointer]) => ({ pointer: `${pointer}/currency`, code: 'currency', message }));
  if (cash?.change_for !== undefined && cash.change_for.amount < cash.amount_to_collect.amount) {
    errors.push({
      pointer: '/cash_on_delivery/change_for/amount',
      code: 'minimum',
      message: 'must be at least amount_to_collect',
    });
  }
  return errors;
}

const amountAt = (pointer: string, money: Money | undefined): [string, Money | undefined] => [
  pointer,
  money,
];

/**
 * Rejects a request that has errors.
 *
 * @throws {ProblemError} `code` with all errors, unless `errors` is empty
 */
export function rejectErrors(code: string, errors: readonly ProblemItem[]): void {
  if (errors.length > 0)
    throw new ProblemError(code, errorSummary(errors), { errors: [...errors] });
}
