import type { Limits } from '@delivery-api/specs/contract';
import type { Change } from '../comparison/change.ts';
import { below } from '../../documents/pointer.ts';
import type { Rule } from '../comparison/rule.ts';

/** `x-limits`: how often, how large, how long. */
export const limits: Rule = ({ pairs }) =>
  pairs.operations.flatMap(({ pointer, base, revision }) => {
    const tell = (
      rule: string,
      bump: Change['bump'],
      part: string,
      what: string,
      reason: string,
    ): Change => ({
      rule: `limits/${rule}`,
      direction: 'behaviour',
      bump,
      pointer: below(pointer, 'x-limits', ...(part === '' ? [] : [part])),
      operations: [revision.id],
      what: `\`${revision.id}\` ${what}`,
      reason,
    });
    return [
      ...rate(base.limits, revision.limits, tell),
      ...size(base.limits, revision.limits, tell),
      ...time(base.limits, revision.limits, tell),
    ];
  });

type Tell = (
  rule: string,
  bump: Change['bump'],
  part: string,
  what: string,
  reason: string,
) => Change;

function rate({ rate: was }: Limits, { rate: is }: Limits, tell: Tell): Change[] {
  if (was.requests === is.requests && was.per_seconds === is.per_seconds) return [];
  const spoken = `${is.requests} requests in ${is.per_seconds} seconds, no longer ${was.requests} in ${was.per_seconds}`;
  const fewer =
    is.requests < was.requests || is.requests / is.per_seconds < was.requests / was.per_seconds;
  return [
    fewer
      ? tell(
          'rate-lowered',
          'major',
          'rate',
          `takes ${spoken}.`,
          'Clients that keep to the old limit are refused with 429.',
        )
      : tell(
          'rate-raised',
          'minor',
          'rate',
          `takes ${spoken}.`,
          'Clients that keep to the old limit keep to this one.',
        ),
  ];
}

function size(
  { max_body_bytes: was }: Limits,
  { max_body_bytes: is }: Limits,
  tell: Tell,
): Change[] {
  if (was === is) return [];
  const [before, after] = [was ?? Number.POSITIVE_INFINITY, is ?? Number.POSITIVE_INFINITY];
  const spoken = (bytes: number | undefined) =>
    bytes === undefined ? 'of any size' : `up to ${bytes} bytes`;
  return [
    after < before
      ? tell(
          'size-lowered',
          'major',
          is === undefined ? '' : 'max_body_bytes',
          `takes bodies ${spoken(is)}, no longer ${spoken(was)}.`,
          'Bodies that were accepted until now are refused with 413.',
        )
      : tell(
          'size-raised',
          'minor',
          is === undefined ? '' : 'max_body_bytes',
          `takes bodies ${spoken(is)}, no longer only ${spoken(was)}.`,
          'Every body that was accepted still is.',
        ),
  ];
}

function time(
  { timeout_seconds: was }: Limits,
  { timeout_seconds: is }: Limits,
  tell: Tell,
): Change[] {
  if (was === is) return [];
  const spoken = `answers within ${is} seconds, no longer within ${was}.`;
  return [
    is > was
      ? tell(
          'timeout-raised',
          'major',
          'timeout_seconds',
          spoken,
          'Clients that stop waiting at the old limit give up on answers that would still come.',
        )
      : tell(
          'timeout-lowered',
          'minor',
          'timeout_seconds',
          spoken,
          'Clients that wait longer than needed lose nothing.',
        ),
  ];
}
