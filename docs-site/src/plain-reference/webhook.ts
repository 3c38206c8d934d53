import type { Sample } from '@delivery-api/codegen';
import type { Webhook } from '@delivery-api/specs/contract';
import { testVector } from '../facts.ts';
import { routeOf } from '../routes.ts';
import { operationAnchor, partAnchor } from './anchors.ts';
import {
  type Block,
  code,
  codeBlock,
  facts,
  fields,
  inline,
  link,
  paragraph,
  prose,
  type Section,
  section,
} from './blocks.ts';
import { type Context, decisionLinks } from './context.ts';
import { body, examples, parameter, response, sampleSection } from './parts.ts';

/** Formats the wait before a delivery attempt. */
const delay = (count: number): string =>
  count === 0
    ? 'at once'
    : count % 3600 === 0
      ? `after ${count / 3600} h`
      : count % 60 === 0
        ? `after ${count / 60} min`
        : `after ${count} s`;

/** Describes a webhook. */
export function webhookSection(
  webhook: Webhook,
  samples: readonly Sample[],
  context: Context,
): Section {
  const { id, name, summary, description, headers, content, responses, delivery } = webhook;
  const attempts = `${delivery.delays_seconds.map(delay).join(', ')}; each wait follows the attempt before`;
  const afterLast =
    delivery.until === 'exhausted'
      ? 'The event is given up.'
      : inline`It goes on at the last wait until ${code('accept_by')} of the event.`;
  const blocks: Block[] = [
    facts(
      ['Event', code(name)],
      ['Request', 'a POST to the address that you registered'],
      ['Decided in', decisionLinks(context.node(id))],
      ['Interactive page', link(summary, `./${routeOf(webhook)}`)],
    ),
    prose(description),
    section(partAnchor(id, 'headers'), 'Headers', [fields(headers.map(parameter(id, context)))]),
    body(id, 'payload', content, context),
    section(partAnchor(id, 'responses'), 'The answer that is expected', [
      fields(responses.map(response(id))),
    ]),
    section(partAnchor(id, 'delivery'), 'Delivery', [
      facts(
        ['Answer within', `${delivery.timeout_seconds} s`],
        ['Attempts', attempts],
        ['After the last', afterLast],
      ),
    ]),
    section(partAnchor(id, 'signature'), 'Signature: a case to try your check on', [
      paragraph(
        'With these five values a check has to pass, and with any other character it has to fail.',
      ),
      codeBlock('text', testVector(delivery)),
    ]),
    section(partAnchor(id, 'examples'), 'Examples', examples([{ content, where: '' }], context)),
    sampleSection(id, samples),
  ];
  return section(operationAnchor(id), summary, blocks, { verb: 'event', listed: true });
}
