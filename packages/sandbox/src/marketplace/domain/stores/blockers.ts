import { isClosedForTheDate, isOpenAt, nextOpening } from '../../../kernel/opening-hours.ts';
import { wallTime } from '../../../kernel/time-zone.ts';
import type { Blocker, FulfillmentType } from '../../state/store-model.ts';
import type { StoreState } from '../../state/store-state.ts';
import type { Rules } from '../rules.ts';
import { dayAndTime } from './hours-changes.ts';
import { requestedAt } from './requested-status.ts';

/**
 * The blockers that are worked out anew at each moment; the others are imposed on a store until
 * they are lifted.
 */
export const workedOut: readonly string[] = [
  'outside_opening_hours',
  'special_day',
  'paused_by_merchant',
  'closed_by_merchant',
  'no_menu',
];

/** Makes a blocker of the contract's table: who can lift it stands there. */
export function blockerOf(
  rules: Rules,
  code: string,
  message: string,
  { until, types }: { until?: number; types?: FulfillmentType[] } = {},
): Blocker {
  const rule = rules.blockers.get(code);
  if (rule === undefined) throw new Error(`The contract knows no blocker '${code}'.`);
  return {
    code,
    message,
    resolvable_by: rule.resolvable_by,
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(types !== undefined && { fulfillment_types: types }),
  };
}

/**
 * Everything that keeps a store from taking orders at a moment, first what only the marketplace can
 * lift.
 */
export function blockersAt(store: StoreState, rules: Rules, at: number): Blocker[] {
  return [
    ...store.imposed.filter(({ until }) => until === undefined || Date.parse(until) > at),
    ...hoursBlocker(store, rules, at),
    ...requestBlocker(store, rules, at),
    ...(store.live === undefined ? [blockerOf(rules, 'no_menu', menuMessage(store))] : []),
  ].sort((a, b) => rank(a) - rank(b));
}

const rank = ({ resolvable_by }: Blocker): number => (resolvable_by === 'marketplace' ? 0 : 1);

function hoursBlocker({ base }: StoreState, rules: Rules, at: number): Blocker[] {
  if (isOpenAt(base, at)) return [];
  const opening = nextOpening(base, at);
  const opens =
    opening === undefined
      ? 'No hours are known after it.'
      : `Opens on ${dayAndTime(base.timezone, opening)}.`;
  const until = opening === undefined ? {} : { until: opening };
  if (!isClosedForTheDate(base, at))
    return [blockerOf(rules, 'outside_opening_hours', opens, until)];
  const { date } = wallTime(base.timezone, at);
  const note = base.special_days.find((special) => special.date === date)?.note;
  return [
    blockerOf(
      rules,
      'special_day',
      `Other hours on this day${note === undefined ? '' : ` (${note})`}. ${opens}`,
      until,
    ),
  ];
}

function requestBlocker(store: StoreState, rules: Rules, at: number): Blocker[] {
  const { status, until, reason_code, fulfillment_types } = requestedAt(store, at);
  if (status !== 'paused' && status !== 'closed') return [];
  const end = until === undefined ? undefined : Date.parse(until);
  const message = [
    fulfillment_types === undefined
      ? ''
      : `For ${fulfillment_types.join(' and ').replaceAll('_', '-')}: `,
    status === 'paused' ? 'paused by the store' : 'closed by the store',
    end === undefined ? '' : ` until ${dayAndTime(store.base.timezone, end)}`,
    reason_code === undefined ? '' : `, ${reason_code.replaceAll('_', ' ')}`,
  ].join('');
  const parts = {
    ...(end !== undefined && { until: end }),
    ...(fulfillment_types !== undefined && { types: fulfillment_types }),
  };
  return [
    blockerOf(
      rules,
      `${status}_by_merchant`,
      `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
      parts,
    ),
  ];
}

function menuMessage({ menu }: StoreState): string {
  if (menu.status === 'publishing') return 'The first menu of this store is being put live.';
  return menu.status === 'failed'
    ? 'No menu of this store could be put live yet.'
    : 'No menu has been submitted for this store.';
}
