import { ProblemError, type ProblemItem } from '../../../kernel/problem-error.ts';
import type { BookingRequest, DeliveryRequest, Money } from '../../state/model.ts';

/**
 * Amounts that are not in the currency of the place where the goods are fetched, or that contradict
 * each other (contract: createBooking).
 */
export function moneyFaults(
  request: DeliveryRequest | BookingRequest,
  currency: string,
): ProblemItem[] {
  const { cash_on_delivery: cash, packages = [] } = request;
  const booking: Partial<BookingRequest> = request;
  const amounts: [string, Money | undefined][] = [
    ['/max_price', booking.max_price],
    ['/order_value', booking.order_value],
    ['/tip', booking.tip],
    ['/cash_on_delivery/amount_to_collect', cash?.amount_to_collect],
    ['/cash_on_delivery/change_for', cash?.change_for],
    ...packages.map(({ value }, index): [string, Money | undefined] => [
      `/packages/${index}/value`,
      value,
    ]),
    ...(booking.items ?? []).map(({ unit_price }, index): [string, Money | undefined] => [
      `/items/${index}/unit_price`,
      unit_price,
    ]),
  ];
  const faults: ProblemItem[] = [];
  for (const [pointer, money] of amounts) {
    if (money === undefined || money.currency === currency) continue;
    faults.push({
      pointer: `${pointer}/currency`,
      code: 'currency',
      message: `must be ${currency}, in which this delivery is priced`,
    });
  }
  if (cash?.change_for !== undefined && cash.change_for.amount < cash.amount_to_collect.amount) {
    faults.push({
      pointer: '/cash_on_delivery/change_for/amount',
      code: 'minimum',
      message: 'must be at least amount_to_collect',
    });
  }
  return faults;
}

/** @throws {ProblemError} `code` with all that was found, where anything was */
export function refuseFaults(code: string, faults: readonly ProblemItem[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const place = first.pointer ?? '';
  const detail =
    faults.length === 1
      ? `${place} ${first.message}.`
      : `${faults.length} fields need attention. The first: ${place} ${first.message}.`;
  throw new ProblemError(code, detail, { errors: [...faults] });
}
