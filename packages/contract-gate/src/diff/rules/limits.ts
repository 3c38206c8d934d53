import type { Limits, Rate } from '@delivery-api/specs/contract';
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
    compareRate(`\`${id}\``, base.limits.rate, revision.limits.rate, changes, 'rate');
    compareRatesByType(id, base.limits, revision.limits, changes);
    compareSize(id, base.limits, revision.limits, changes);
    compareTimeout(id, base.limits, revision.limits, changes);
    return changes.changes;
  });

/** Compares the rate of each type; a type without its own has that of the operation. */
function compareRatesByType(id: string, base: Limits, revision: Limits, changes: ChangeList) {
  const types = Object.keys({ ...base.rate_by_type, ...revision.rate_by_type });
  for (const type of types)
    compareRate(
      `\`${id}\` with the type \`${type}\``,
      base.rate_by_type?.[type] ?? base.rate,
      revision.rate_by_type?.[type] ?? revision.rate,
      changes,
      'rate_by_type',
      ...(revision.rate_by_type?.[type] === undefined ? [] : [type]),
    );
}

/** Tenants are larger than their stores: the same rate for each store accepts more requests. */
const sizes = { store: 0, partner: 1, integration: 1 };

function compareRate(
  subject: string,
  base: Rate,
  rate: Rate,
  changes: ChangeList,
  ...tokens: string[]
) {
  const isSame = base.requests === rate.requests && base.per_seconds === rate.per_seconds;
  if (isSame && sizes[base.per] === sizes[rate.per]) return;
  const format = ({ requests, per_seconds, per }: Rate) =>
    `${requests} requests in ${per_seconds} seconds per ${per}`;
  const what = `${subject} accepts ${format(rate)}, no longer ${format(base)}.`;
  // Fewer requests are a tighter limit even at the same average rate: bursts are smaller.
  const isLower =
    rate.requests < base.requests ||
    rate.requests / rate.per_seconds < base.requests / base.per_seconds ||
    sizes[rate.per] > sizes[base.per];
  if (isLower)
    changes.major(
      'rate-lowered',
      what,
      'Clients at the old limit are rejected with 429.',
      ...tokens,
    );
  else changes.minor('rate-raised', what, reason.additive, ...tokens);
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
