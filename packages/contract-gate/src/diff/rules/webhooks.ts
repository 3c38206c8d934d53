import type { Contract } from '@delivery-api/specs/contract';
import { below, valueAt } from '../../documents/pointer.ts';
import { matched, parameterKey, unmatched, webhookPointer } from '../comparison/match.ts';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

/**
 * Webhook names, event headers, and the presence of event bodies. The engine treats a renamed
 * webhook as the same webhook, and rates webhook headers like request headers.
 */
export const webhooks: Rule = ({ base, revision, pairs }) => {
  const changesOf = (name: string, pointer: string) =>
    new ChangeList('webhooks', { direction: 'webhook', operations: [name], pointer });
  const key = ({ name }: { name: string }) => name;
  return [
    ...unmatched(base.webhooks, revision.webhooks, key).flatMap(({ name }) => {
      const list = changesOf(name, '#/webhooks');
      list.major('removed', `The webhook \`${name}\` is removed.`, reason.neverHappens);
      return list.changes;
    }),
    ...unmatched(revision.webhooks, base.webhooks, key).flatMap(({ name }) => {
      const list = changesOf(name, webhookPointer(name));
      list.minor(
        'added',
        `The webhook \`${name}\` is new.`,
        'Additive: the contract requires a 2xx response to unknown event types.',
      );
      return list.changes;
    }),
    ...pairs.webhooks.flatMap(({ basePointer, pointer, base: before, revision: after }) => {
      const list = changesOf(after.name, pointer);
      const events = `\`${after.name}\` events`;
      for (const header of unmatched(before.headers, after.headers, parameterKey))
        list.major(
          'header-removed',
          `${events} no longer contain the \`${header.name}\` header.`,
          'Receivers that read the header, for example to verify the signature, fail.',
          'parameters',
        );
      for (const header of unmatched(after.headers, before.headers, parameterKey))
        list.minor(
          'header-added',
          `${events} ${header.required ? 'always contain' : 'can contain'} the new \`${header.name}\` header.`,
          reason.additive,
          'parameters',
          after.headers.indexOf(header),
        );
      for (const [one, other] of matched(before.headers, after.headers, parameterKey)) {
        const at = ['parameters', after.headers.indexOf(other)];
        if (one.required && !other.required)
          list.major(
            'header-optional',
            `${events} no longer always contain the \`${other.name}\` header.`,
            reason.missing,
            ...at,
          );
        if (!one.required && other.required)
          list.minor(
            'header-required',
            `${events} now always contain the \`${other.name}\` header.`,
            reason.guarantee,
            ...at,
          );
      }
      const isBodySent = ({ document }: Contract, at: string) =>
        valueAt(document, below(at, 'requestBody', 'required')) === true;
      const [sent, isSent] = [isBodySent(base, basePointer), isBodySent(revision, pointer)];
      if (sent && !isSent)
        list.major('body-optional', `${events} no longer always have a body.`, reason.missing);
      if (!sent && isSent)
        list.minor('body-required', `${events} now always have a body.`, reason.guarantee);
      return list.changes;
    }),
  ];
};
