import { isDeepStrictEqual } from 'node:util';
import type { WebhookDelivery } from '@delivery-api/specs/contract';
import { below } from '../../documents/pointer.ts';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

const missedEvents = 'A receiver with a long outage now misses events.';
const moreDuplicates = 'Receivers ignore duplicates, as before.';

/** `x-webhook-delivery`: timeout and retry schedule. */
export const webhookDelivery: Rule = ({ pairs }) =>
  pairs.webhooks.flatMap(({ pointer, base, revision }) => {
    const changes = new ChangeList('webhook-delivery', {
      direction: 'behaviour',
      operations: [revision.name],
      pointer: below(pointer, 'x-webhook-delivery'),
    });
    compareSchedule(revision.name, base.delivery, revision.delivery, changes);
    compareRest(revision.name, base.delivery, revision.delivery, changes);
    return changes.changes;
  });

const total = ({ delays_seconds }: WebhookDelivery): number =>
  delays_seconds.reduce((sum, delay) => sum + delay, 0);

function compareSchedule(
  name: string,
  base: WebhookDelivery,
  revision: WebhookDelivery,
  changes: ChangeList,
): void {
  const [before, after] = [base.delays_seconds, revision.delays_seconds];
  if (isDeepStrictEqual(before, after)) return;
  const what = `Events of \`${name}\` have ${after.length} delivery attempts in ${total(revision)} seconds, no longer ${before.length} in ${total(base)}.`;
  if (after.length < before.length || total(revision) < total(base))
    changes.major('schedule-shortened', what, missedEvents, 'delays_seconds');
  else changes.minor('schedule-lengthened', what, moreDuplicates, 'delays_seconds');
}

function compareRest(
  name: string,
  base: WebhookDelivery,
  revision: WebhookDelivery,
  changes: ChangeList,
): void {
  const [before, after] = [base.timeout_seconds, revision.timeout_seconds];
  const what = `A receiver of \`${name}\` must respond within ${after} seconds, no longer within ${before}.`;
  if (after < before)
    changes.major(
      'timeout-lowered',
      what,
      'Deliveries to receivers that respond later fail and are retried.',
      'timeout_seconds',
    );
  if (after > before) changes.minor('timeout-raised', what, reason.additive, 'timeout_seconds');
  if (base.until !== revision.until) {
    if (revision.until === 'exhausted')
      changes.major(
        'until-changed',
        `Retries of \`${name}\` stop at the end of the schedule, not at the time in the event.`,
        missedEvents,
        'until',
      );
    else
      changes.minor(
        'until-changed',
        `Retries of \`${name}\` continue after the schedule until the time in the event.`,
        moreDuplicates,
        'until',
      );
  }
  if (!isDeepStrictEqual(base.test_vector, revision.test_vector))
    changes.patch(
      'test-vector',
      `The test vector for the signature of \`${name}\` changed.`,
      'An example only: the signing algorithm is the same.',
      'test_vector',
    );
}
