import { isDeepStrictEqual } from 'node:util';
import type { WebhookDelivery } from '@delivery-api/specs/contract';
import { below } from '../../documents/pointer.ts';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

const missedEvents = 'Receivers with a long outage can miss events.';
const moreDuplicates = 'Receivers must ignore duplicate events, as before.';

/** `x-webhook-delivery`: response timeout, retry schedule, and signature test vector. */
export const webhookDelivery: Rule = ({ pairs }) =>
  pairs.webhooks.flatMap(({ pointer, base, revision }) => {
    const changes = new ChangeList('webhook-delivery', {
      direction: 'behavior',
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
  const what = `The delays before the delivery attempts of \`${name}\` events changed from ${before.join(', ')} to ${after.join(', ')} seconds.`;
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
  const what = `The response timeout for receivers of \`${name}\` events changed from ${before} to ${after} seconds.`;
  if (after < before)
    changes.major(
      'timeout-lowered',
      what,
      'A delivery attempt now fails if the receiver responds after the new timeout.',
      'timeout_seconds',
    );
  if (after > before) changes.minor('timeout-raised', what, reason.additive, 'timeout_seconds');
  if (base.until !== revision.until) {
    if (revision.until === 'exhausted')
      changes.major(
        'until-changed',
        `Retries of \`${name}\` events now stop at the end of the schedule, instead of at \`accept_by\` or \`acknowledge_by\`.`,
        missedEvents,
        'until',
      );
    else
      changes.minor(
        'until-changed',
        `Retries of \`${name}\` events now continue after the schedule, until \`accept_by\` or \`acknowledge_by\`.`,
        moreDuplicates,
        'until',
      );
  }
  if (!isDeepStrictEqual(base.test_vector, revision.test_vector))
    changes.patch(
      'test-vector',
      `The signature test vector of \`${name}\` changed.`,
      'The test vector is only an example.',
      'test_vector',
    );
}
