import type { Contract, Webhook } from '@delivery-api/specs/contract';
import { SiteError } from '../../errors.ts';
import { routeOf } from '../../routes.ts';
import { code, table } from '../directive/markdown-table.ts';

/**
 * Formats a duration: in seconds if it is shorter than 2 min, in minutes if it is shorter than 2 h,
 * otherwise in hours (`90 s`, `5 min`, `10 h`).
 */
export const span = (seconds: number): string =>
  seconds < 120
    ? `${seconds} s`
    : seconds < 7200
      ? `${Math.round(seconds / 6) / 10} min`
      : `${Math.round(seconds / 360) / 10} h`;

/**
 * Returns the only webhook of an interface.
 *
 * @throws {SiteError} if the interface has no webhook, or more than one
 */
export function webhookOf({ name, webhooks }: Contract): Webhook {
  const [first] = webhooks;
  if (first === undefined || webhooks.length > 1)
    throw new SiteError(
      `${name}: expected one webhook, found ${webhooks.length}. Change webhookOf in docs-site/src/guides/tables/events.ts.`,
    );
  return first;
}

/** Lists the events of an interface. */
export const events = (contract: Contract): string =>
  table(
    ['Event', 'Cause', 'Timeout'],
    contract.webhooks.map((webhook) => [
      `[${code(webhook.name)}](${contract.name}/${routeOf(webhook)})`,
      webhook.summary,
      `${webhook.delivery.timeout_seconds} s`,
    ]),
  );

/** Lists the delivery attempts of an event, with the delay before each attempt. */
export function deliverySchedule(contract: Contract): string {
  const { delays_seconds: delays, until } = webhookOf(contract).delivery;
  let since = 0;
  const rows = delays.map((delay, index) => {
    since += delay;
    return [String(index + 1), delay === 0 ? 'none' : span(delay), span(since)];
  });
  const last = delays.at(-1) ?? 0;
  const rest =
    until === 'accept_by'
      ? [['Later attempts', span(last), 'until `accept_by` or `acknowledge_by`']]
      : [];
  return table(['Attempt', 'Delay', 'Time since the first attempt'], [...rows, ...rest]);
}

/** Lists the headers of the requests that deliver events. */
export const headers = (contract: Contract): string =>
  table(
    ['Header', 'Description'],
    webhookOf(contract).headers.map(({ name, description }) => [code(name), description]),
  );
