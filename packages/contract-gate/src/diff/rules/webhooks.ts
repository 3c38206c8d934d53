import type { Change } from '../comparison/change.ts';
import { matched, parameterKey, unmatched, webhookPointer } from '../comparison/pairs.ts';
import { below } from '../../documents/pointer.ts';
import type { Rule } from '../comparison/rule.ts';

/**
 * Names of webhooks, and the headers that events carry. The engine takes a renamed webhook for the
 * same one, and webhook headers for requests.
 */
export const webhooks: Rule = ({ base, revision, pairs }) => [
  ...unmatched(base.webhooks, revision.webhooks, ({ name }) => name).map(
    ({ name }): Change => ({
      rule: 'webhooks/removed',
      direction: 'webhook',
      bump: 'major',
      pointer: '#/webhooks',
      operations: [name],
      what: `Webhook \`${name}\` is gone.`,
      reason: 'Whoever waits for its events waits forever.',
    }),
  ),
  ...unmatched(revision.webhooks, base.webhooks, ({ name }) => name).map(
    ({ name }): Change => ({
      rule: 'webhooks/added',
      direction: 'webhook',
      bump: 'minor',
      pointer: webhookPointer(name),
      operations: [name],
      what: `Webhook \`${name}\` is new.`,
      reason: 'It is sent only to those who register for it.',
    }),
  ),
  ...pairs.webhooks.flatMap(({ pointer, base: before, revision: after }): Change[] => {
    const shared = { direction: 'webhook' as const, operations: [after.name] };
    return [
      ...unmatched(before.headers, after.headers, parameterKey).map(
        (header): Change => ({
          ...shared,
          rule: 'webhooks/header-removed',
          bump: 'major',
          pointer: below(pointer, 'parameters'),
          what: `Events of \`${after.name}\` no longer carry the header \`${header.name}\`.`,
          reason: 'Receivers that read it, for instance to check the signature, find nothing.',
        }),
      ),
      ...unmatched(after.headers, before.headers, parameterKey).map(
        (header): Change => ({
          ...shared,
          rule: 'webhooks/header-added',
          bump: 'minor',
          pointer: below(pointer, 'parameters', after.headers.indexOf(header)),
          what: `Events of \`${after.name}\` also carry the header \`${header.name}\`.`,
          reason: 'Receivers may pass over it.',
        }),
      ),
      ...matched(before.headers, after.headers, parameterKey)
        .filter(([one, other]) => one.required !== other.required)
        .map(
          ([one, other]): Change => ({
            ...shared,
            rule: one.required ? 'webhooks/header-optional' : 'webhooks/header-required',
            bump: one.required ? 'major' : 'minor',
            pointer: below(pointer, 'parameters', after.headers.indexOf(other)),
            what: `Events of \`${after.name}\` ${one.required ? 'no longer always' : 'always'} carry the header \`${other.name}\`${one.required ? '' : ' from now on'}.`,
            reason: one.required
              ? 'Receivers that read it without asking find nothing.'
              : 'A promise more.',
          }),
        ),
    ];
  }),
];
