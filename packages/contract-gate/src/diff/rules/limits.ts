import type { Limits, Rate } from '@delivery-api/specs/contract';
import { below } from '../../documents/pointer.ts';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

/** `x-limits`: rate limit, body size and timeout. */
export const limits: Rule = ({ pairs }) =>
  pairs.operations.flatMap(({ pointer, base, revision }) => {
    const { id } = revision;
    const changes = new ChangeList('limits', {
      direction: 'behavior',
      operations: [id],
      pointer: below(pointer, 'x-limits'),
    });
    compareRate(
      `The rate limit of \`${id}\``,
      base.limits.rate,
      revision.limits.rate,
      changes,
      'rate',
    );
    compareRatesByType(id, base.limits, revision.limits, changes);
    compareSize(id, base.limits, revision.limits, changes);
    compareTimeout(id, base.limits, revision.limits, changes);
    return changes.changes;
  });

/** Compares the rate of each type. A type without its own rate has the rate of the operation. */
function compareRatesByType(id: string, base: Limits, revision: Limits, changes: ChangeList) {
  const types = Object.keys({ ...base.rate_by_type, ...revision.rate_by_type });
  for (const type of types)
    compareRate(
      `The rate limit of \`${id}\` for the type \`${type}\``,
      base.rate_by_type?.[type] ?? base.rate,
      revision.rate_by_type?.[type] ?? revision.rate,
      changes,
      'rate_by_type',
      ...(revision.rate_by_type?.[type] === undefined ? [] : [type]),
    );
}

/**
 * Rank of each scope of a rate; a smaller scope has a lower rank. The same rate allows more
 * requests in total if it applies to each store instead of to the partner or integration.
 */
const scopeRanks = { store: 0, partner: 1, integration: 1 };

function compareRate(
  subject: string,
  base: Rate,
  rate: Rate,
  changes: ChangeList,
  ...tokens: string[]
) {
  const isSame = base.requests === rate.requests && base.per_seconds === rate.per_seconds;
  if (isSame && scopeRanks[base.per] === scopeRanks[rate.per]) return;
  const format = ({ requests, per_seconds, per }: Rate) =>
    `${requests} requests per ${per_seconds} seconds for each ${per}`;
  const what = `${subject} changed from ${format(base)} to ${format(rate)}.`;
  // Fewer requests are a stricter limit even at the same average rate, because they allow only
  // smaller bursts.
  const isLower =
    rate.requests < base.requests ||
    rate.requests / rate.per_seconds < base.requests / base.per_seconds ||
    scopeRanks[rate.per] > scopeRanks[base.per];
  if (isLower)
    changes.major(
      'rate-lowered',
      what,
      'Requests within the old limit can now be rejected with 429.',
      ...tokens,
    );
  else changes.minor('rate-raised', what, reason.additive, ...tokens);
}

function compareSize(id: string, base: Limits, revision: Limits, changes: ChangeList) {
  const [before, after] = [base.max_body_bytes, revision.max_body_bytes];
  if (before === after) return;
  const format = (bytes?: number) => (bytes === undefined ? 'unlimited' : `${bytes} bytes`);
  const what = `The maximum body size of \`${id}\` changed from ${format(before)} to ${format(after)}.`;
  const tokens = after === undefined ? [] : ['max_body_bytes'];
  if ((after ?? Infinity) < (before ?? Infinity))
    changes.major(
      'size-lowered',
      what,
      'Bodies that were accepted before are rejected with 413.',
      ...tokens,
    );
  else changes.minor('size-raised', what, reason.stillValid, ...tokens);
}

function compareTimeout(id: string, base: Limits, revision: Limits, changes: ChangeList) {
  const [before, after] = [base.timeout_seconds, revision.timeout_seconds];
  if (before === after) return;
  const what = `The timeout of \`${id}\` changed from ${before} to ${after} seconds.`;
  if (after > before)
    changes.major(
      'timeout-raised',
      what,
      'Clients that use the old timeout can miss the response.',
      'timeout_seconds',
    );
  else changes.minor('timeout-lowered', what, reason.additive, 'timeout_seconds');
}
