import type { Webhook, WebhookDelivery } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import { below, sameJson } from '../../documents/pointer.ts';
import type { Rule } from '../comparison/rule.ts';

/** `x-webhook-delivery`: how long a receiver has, and how often an event comes again. */
export const webhookDelivery: Rule = ({ pairs }) =>
  pairs.webhooks.flatMap(({ pointer, base, revision }) => {
    const tell = (
      rule: string,
      bump: Change['bump'],
      part: string,
      what: string,
      reason: string,
    ): Change => ({
      rule: `webhook-delivery/${rule}`,
      direction: 'behaviour',
      bump,
      pointer: below(pointer, 'x-webhook-delivery', part),
      operations: [revision.name],
      what,
      reason,
    });
    return [...schedule(base, revision, tell), ...rest(base, revision, tell)];
  });

type Tell = (
  rule: string,
  bump: Change['bump'],
  part: string,
  what: string,
  reason: string,
) => Change;

const total = ({ delays_seconds }: WebhookDelivery): number =>
  delays_seconds.reduce((sum, delay) => sum + delay, 0);

function schedule(
  { delivery: was }: Webhook,
  { name, delivery: is }: Webhook,
  tell: Tell,
): Change[] {
  if (sameJson(was.delays_seconds, is.delays_seconds)) return [];
  const spoken = `${is.delays_seconds.length} attempts over ${total(is)} seconds`;
  const shorter = is.delays_seconds.length < was.delays_seconds.length || total(is) < total(was);
  return [
    shorter
      ? tell(
          'schedule-shortened',
          'major',
          'delays_seconds',
          `An event of \`${name}\` is given up after ${spoken}, no longer after ${was.delays_seconds.length} over ${total(was)}.`,
          'A receiver that is down for a while, and caught up until now, misses events.',
        )
      : tell(
          'schedule-lengthened',
          'minor',
          'delays_seconds',
          `An event of \`${name}\` is sent in ${spoken}, no longer only ${was.delays_seconds.length} over ${total(was)}.`,
          'Receivers drop what they have handled, as before.',
        ),
  ];
}

function rest({ delivery: was }: Webhook, { name, delivery: is }: Webhook, tell: Tell): Change[] {
  return [
    ...(is.timeout_seconds < was.timeout_seconds
      ? [
          tell(
            'timeout-lowered',
            'major',
            'timeout_seconds',
            `A receiver of \`${name}\` has ${is.timeout_seconds} seconds to answer, no longer ${was.timeout_seconds}.`,
            'Receivers that were in time until now are too late, and get the event again.',
          ),
        ]
      : []),
    ...(is.timeout_seconds > was.timeout_seconds
      ? [
          tell(
            'timeout-raised',
            'minor',
            'timeout_seconds',
            `A receiver of \`${name}\` has ${is.timeout_seconds} seconds to answer, no longer only ${was.timeout_seconds}.`,
            'Whoever was in time still is.',
          ),
        ]
      : []),
    ...(was.until !== is.until
      ? [
          is.until === 'exhausted'
            ? tell(
                'until-changed',
                'major',
                'until',
                `\`${name}\` stops at the end of its list of attempts, and no longer goes on until the time named in the event.`,
                'A receiver that is down for a while, and caught up until now, misses events.',
              )
            : tell(
                'until-changed',
                'minor',
                'until',
                `\`${name}\` goes on beyond its list of attempts, until the time named in the event.`,
                'Receivers drop what they have handled, as before.',
              ),
        ]
      : []),
    ...(sameJson(was.test_vector, is.test_vector)
      ? []
      : [
          tell(
            'test-vector',
            'patch',
            'test_vector',
            `The published case for the signature of \`${name}\` is another one.`,
            'An example only; the way of signing is the same.',
          ),
        ]),
  ];
}
