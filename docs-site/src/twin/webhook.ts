import type { Sample } from '@delivery-api/codegen';
import type { Webhook } from '@delivery-api/specs/contract';
import { testVector } from '../facts.ts';
import { routeOf } from '../routes.ts';
import { operationAnchor, partAnchor } from './anchors.ts';
import { code, facts, type Section, text } from './blocks.ts';
import { answer, body, exampleFolds, parameter, sampleSection } from './parts.ts';
import type { Subject } from './subject.ts';
import { tick } from './words.ts';

const seconds = (count: number): string =>
  count === 0
    ? 'at once'
    : count % 3600 === 0
      ? `after ${count / 3600} h`
      : count % 60 === 0
        ? `after ${count / 60} min`
        : `after ${count} s`;

/**
 * Everything about one webhook. @param shown names of the examples that stand further up; those
 * that are shown here join them
 */
export function webhookSection(
  webhook: Webhook,
  samples: readonly Sample[],
  shown: Set<string>,
  subject: Subject,
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
        ['Event', tick(name)],
        ['Request', 'a POST to the address that you registered'],
        ['Decided in', subject.decisions(subject.node(id))],
        ['Interactive page', `[${summary}](./${routeOf(webhook)})`],
      ),
      text(subject.linked(description)),
      {
        kind: 'section',
        anchor: partAnchor(id, 'headers'),
        title: 'Headers',
        blocks: [{ kind: 'fields', fields: headers.map(parameter(id, subject)) }],
      },
      body(id, 'payload', content, subject),
      {
        kind: 'section',
        anchor: partAnchor(id, 'responses'),
        title: 'The answer that is expected',
        blocks: [{ kind: 'fields', fields: responses.map(answer(id, subject)) }],
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
              `${delivery.delays_seconds.map(seconds).join(', ')}; each wait follows the attempt before`,
            ],
            [
              'After the last',
              delivery.until === 'exhausted'
                ? 'The event is given up.'
                : 'It goes on at the last wait until `accept_by` of the event.',
            ],
          ),
        ],
      },
      {
        kind: 'section',
        anchor: partAnchor(id, 'signature'),
        title: 'Signature: a case to try your check on',
        blocks: [
          text(
            'With these five values a check has to pass, and with any other character it has to fail.',
          ),
          code('text', testVector(delivery)),
        ],
      },
      {
        kind: 'section',
        anchor: partAnchor(id, 'examples'),
        title: 'Examples',
        blocks: exampleFolds([{ content, where: '' }], shown),
      },
      sampleSection(id, samples),
    ],
  };
}
