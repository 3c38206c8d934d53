import type { Limits } from '@delivery-api/specs/contract';
import { below } from '../../documents/pointer.ts';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

/** `x-limits`: rate limit, body size and timeout. */
export const limits: Rule = ({ pairs }) =>
  pairs.operations.flatMap(({ pointer, base, revision }) => {
    const { id } = revision;
    const changes = new ChangeList('limits', {
      direction: 'behaviour',
      operations: [id],
      pointer: below(pointer, 'x-limits'),
    });
    compareRate(id, base.limits, revision.limits, changes);
    compareSize(id, base.limits, revision.limits, changes);
    compareTimeout(id, base.limits, revision.limits, changes);
    return changes.changes;
  });

function compareRate(id: string, { rate: base }: Limits, { rate }: Limits, changes: ChangeList) {
  if (base.requests === rate.requests && base.per_seconds === rate.per_seconds) return;
  const what = `\`${id}\` accepts ${rate.requests} requests in ${rate.per_seconds} seconds, no longer ${base.requests} in ${base.per_seconds}.`;
  // Fewer requests are a tighter limit even at the same average rate: bursts are smaller.
  const isLower =
    rate.requests < base.requests ||
    rate.requests / rate.per_seconds < base.requests / base.per_seconds;
  if (isLower)
    changes.major('rate-lowered', what, 'Clients at the old limit are rejected with 429.', 'rate');
  else changes.minor('rate-raised', what, reason.additive, 'rate');
}

function compareSize(id: string, base: Limits, revision: Limits, changes: ChangeList) {
  const [before, after] = [base.max_body_bytes, revision.max_body_bytes];
  if (before === after) return;
  const format = (bytes?: number) => (bytes === undefined ? 'of any size' : `up to ${bytes} bytes`);
  const what = `\`${id}\` accepts bodies ${format(after)}, no longer ${format(before)}.`;
  const tokens = after === undefined ? [] : ['max_body_bytes'];
  if ((after ?? Infinity) < (before ?? Infinity))
    changes.major(
      'size-lowered',
      what,
      'Bodies that were accepted are rejected with 413.',
      ...tokens,
    );
  else changes.minor('size-raised', what, reason.stillValid, ...tokens);
}

function compareTimeout(id: string, base: Limits, revision: Limits, changes: ChangeList) {
  const [before, after] = [base.timeout_seconds, revision.timeout_seconds];
  if (before === after) return;
  const what = `\`${id}\` responds within ${after} seconds, no longer within ${before}.`;
  if (after > before)
    changes.major(
      'timeout-raised',
      what,
      'Clients with the old timeout give up on responses that still arrive.',
      'timeout_seconds',
    );
  else changes.minor('timeout-lowered', what, reason.additive, 'timeout_seconds');
}
