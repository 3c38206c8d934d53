import type { Contract, Webhook } from '@delivery-api/specs/contract';
import { SiteError } from '../../errors.ts';
import { routeOf } from '../../routes.ts';
import { code, table } from '../directive/markdown-table.ts';

/** Formats a duration in the largest unit that fits: `90 s`, `5 min`, `3 h`. */
export const span = (seconds: number): string =>
  seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.round(seconds / 6) / 10} min`
      : `${Math.round(seconds / 360) / 10} h`;

/** Returns the only webhook of an interface. */
export function webhookOf({ name, webhooks }: Contract): Webhook {
  const [first] = webhooks;
  if (first === undefined || webhooks.length > 1)
    throw new SiteError(
      `${name}: expected one webhook. Name it in the directive, now that there are several.`,
    );
  return first;
}

/** Lists the events of an interface. */
export const events = (contract: Contract): string =>
  table(
    ['Event', 'When it is sent', 'Answer within'],
    contract.webhooks.map((webhook) => [
      `[${code(webhook.name)}](${contract.name}/${routeOf(webhook)})`,
      webhook.summary,
      `${webhook.delivery.timeout_seconds} s`,
    ]),
  );

/** Lists the delivery attempts of an event: the wait before each, and the time since the first. */
export function deliverySchedule(contract: Contract): string {
  const { delays_seconds: delays, until } = webhookOf(contract).delivery;
  let since = 0;
  const rows = delays.map((delay, index) => {
    since += delay;
    return [String(index + 1), delay === 0 ? 'at once' : `${span(delay)} later`, span(since)];
  });
  const last = delays.at(-1) ?? 0;
  const rest =
    until === 'accept_by' ? [['and so on', `every ${span(last)}`, 'until `accept_by`']] : [];
  return table(['Attempt', 'Sent', 'Since the first'], [...rows, ...rest]);
}

/** Lists the headers of an event. */
export const headers = (contract: Contract): string =>
  table(
    ['Header', 'What it says'],
    webhookOf(contract).headers.map(({ name, description }) => [code(name), description]),
  );
