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
import { type Context, decisionLinks, deprecation } from './context.ts';
import { body, examples, parameter, response, sampleSection } from './parts.ts';

/** Formats the delay before a delivery attempt. */
const delay = (count: number): string =>
  count === 0
    ? 'immediately'
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
  const attempts = `${delivery.delays_seconds.map(delay).join(', ')}; each delay starts at the previous attempt`;
  const afterLast =
    delivery.until === 'exhausted'
      ? 'The service makes no further attempts.'
      : inline`The service repeats the last delay until ${code('acceptance.accept_by')}, or until ${code('acknowledgement.acknowledge_by')} if the marketplace accepts the order automatically.`;
  const blocks: Block[] = [
    facts(
      ['Event', code(name)],
      ['Request', 'POST to the URL that you registered'],
      ['Deprecated', deprecation(context.node(id))],
      ['Decisions', decisionLinks(context.node(id))],
      ['Interactive page', link(summary, `./${routeOf(webhook)}`)],
    ),
    prose(description),
    section(partAnchor(id, 'headers'), 'Headers', [fields(headers.map(parameter(id, context)))]),
    body(id, 'payload', content, context),
    section(partAnchor(id, 'responses'), 'Responses', [fields(responses.map(response(id)))]),
    section(partAnchor(id, 'delivery'), 'Delivery', [
      facts(
        ['Timeout', `${delivery.timeout_seconds} s`],
        ['Attempts', attempts],
        ['After the last delay', afterLast],
      ),
    ]),
    section(partAnchor(id, 'signature'), 'Signature test vector', [
      paragraph(
        inline`Test your code with these values, and with the clock set to ${code('webhook-timestamp')}. The verification must succeed, and it must fail if you change the body.`,
      ),
      codeBlock('text', testVector(delivery)),
    ]),
    section(partAnchor(id, 'examples'), 'Examples', examples([{ content, label: '' }], context)),
    sampleSection(id, samples),
  ];
  return section(operationAnchor(id), summary, blocks, { verb: 'event', listed: true });
}
