import type { Sample } from '@delivery-api/codegen';
import type { Webhook } from '@delivery-api/specs/contract';
import { testVector } from '../facts.ts';
import { routeOf } from '../routes.ts';
import { operationAnchor, partAnchor } from './anchors.ts';
import { code, codeBlock, facts, link, paragraph, prose, type Section } from './blocks.ts';
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
  return {
    kind: 'section',
    anchor: operationAnchor(id),
    title: summary,
    verb: 'event',
    listed: true,
    blocks: [
      facts(
        ['Event', code(name)],
        ['Request', 'a POST to the address that you registered'],
        ['Decided in', decisionLinks(context.node(id))],
        ['Interactive page', link(summary, `./${routeOf(webhook)}`)],
      ),
      prose(description),
      {
        kind: 'section',
        anchor: partAnchor(id, 'headers'),
        title: 'Headers',
        blocks: [{ kind: 'fields', fields: headers.map(parameter(id, context)) }],
      },
      body(id, 'payload', content, context),
      {
        kind: 'section',
        anchor: partAnchor(id, 'responses'),
        title: 'The answer that is expected',
        blocks: [{ kind: 'fields', fields: responses.map(response(id)) }],
      },
      {
        kind: 'section',
        anchor: partAnchor(id, 'delivery'),
        title: 'Delivery',
        blocks: [
          facts(
            ['Answer within', `${delivery.timeout_seconds} s`],
            [
              'Attempts',
              `${delivery.delays_seconds.map(delay).join(', ')}; each wait follows the attempt before`,
            ],
            [
              'After the last',
              delivery.until === 'exhausted'
                ? 'The event is given up.'
                : ['It goes on at the last wait until ', code('accept_by'), ' of the event.'],
            ],
          ),
        ],
      },
      {
        kind: 'section',
        anchor: partAnchor(id, 'signature'),
        title: 'Signature: a case to try your check on',
        blocks: [
          paragraph(
            'With these five values a check has to pass, and with any other character it has to fail.',
          ),
          codeBlock('text', testVector(delivery)),
        ],
      },
      {
        kind: 'section',
        anchor: partAnchor(id, 'examples'),
        title: 'Examples',
        blocks: examples([{ content, where: '' }], context),
      },
      sampleSection(id, samples),
    ],
  };
}
