import type { FulfillmentScope, StoreBlocker } from '@delivery-api/marketplace-types';
import { localTime } from '../../../kernel/local-time.ts';
import { isClosedBySpecialDay, isOpenAt, nextOpening } from '../../../kernel/opening-hours.ts';
import type { StoreRecord } from '../../state/records.ts';
import type { Rules } from '../rules/rules.ts';
import { dayAndTime } from './hours-changes.ts';
import { requestedAt } from './requested-status.ts';

/**
 * Blockers that result from the hours, requested status or menu. All other blockers are imposed.
 */
export const computedBlockers: readonly string[] = [
  'outside_opening_hours',
  'special_day',
  'paused_by_merchant',
  'closed_by_merchant',
  'no_menu',
];

/** Creates a blocker with a code from the blocker table in the contract. */
export function createBlocker(
  rules: Rules,
  code: string,
  message: string,
  {
    until,
    fulfillment,
  }: { until?: number | undefined; fulfillment?: FulfillmentScope[] | undefined } = {},
): StoreBlocker {
  const rule = rules.blockers.get(code);
  if (rule === undefined) throw new Error(`The contract does not define the blocker '${code}'.`);
  return {
    code,
    message,
    resolvable_by: rule.resolvable_by,
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(fulfillment !== undefined && { fulfillment }),
  };
}

/** Returns the blockers of a store. Blockers that only the marketplace can remove are first. */
export function blockersAt(store: StoreRecord, rules: Rules, at: number): StoreBlocker[] {
  return [
    ...store.imposed.filter(({ until }) => until === undefined || Date.parse(until) > at),
    ...hoursBlocker(store, rules, at),
    ...requestBlocker(store, rules, at),
    ...(store.live === undefined ? [createBlocker(rules, 'no_menu', menuMessage(store))] : []),
  ].sort((a, b) => rank(a) - rank(b));
}

const rank = ({ resolvable_by }: StoreBlocker): number => (resolvable_by === 'marketplace' ? 0 : 1);

function hoursBlocker({ base }: StoreRecord, rules: Rules, at: number): StoreBlocker[] {
  if (isOpenAt(base, at)) return [];
  const until = nextOpening(base, at);
  const opens =
    until === undefined
      ? 'The store has no later opening hours.'
      : `Opens on ${dayAndTime(base.timezone, until)}.`;
  if (!isClosedBySpecialDay(base, at))
    return [createBlocker(rules, 'outside_opening_hours', opens, { until })];
  const { date } = localTime(base.timezone, at);
  const note = base.special_days.find((special) => special.date === date)?.note;
  const message = `Special hours on this day${note === undefined ? '' : ` (${note})`}. ${opens}`;
  return [createBlocker(rules, 'special_day', message, { until })];
}

function requestBlocker(store: StoreRecord, rules: Rules, at: number): StoreBlocker[] {
  const { status, until, reason_code, fulfillment } = requestedAt(store.requested, at);
  if (status !== 'paused' && status !== 'closed') return [];
  const end = until === undefined ? undefined : Date.parse(until);
  const message = [
    fulfillment === undefined ? '' : `For ${fulfillment.map(scopeName).join(' and ')}: `,
    status === 'paused' ? 'paused by the store' : 'closed by the store',
    end === undefined ? '' : ` until ${dayAndTime(store.base.timezone, end)}`,
    reason_code === undefined ? '' : `, ${reason_code.replaceAll('_', ' ')}`,
  ].join('');
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return [createBlocker(rules, `${status}_by_merchant`, sentence, { until: end, fulfillment })];
}

function scopeName({ type, delivered_by: party }: FulfillmentScope): string {
  const name = type.replaceAll('_', '-');
  return party === undefined ? name : `${name} by the ${party === 'merchant' ? 'store' : party}`;
}

function menuMessage({ menu }: StoreRecord): string {
  if (menu.status === 'publishing') return 'The first menu of this store is being published.';
  return menu.status === 'failed'
    ? 'Publishing the menu of this store failed.'
    : 'No menu was submitted for this store.';
}
