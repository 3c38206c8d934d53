import type { Sample } from '@delivery-api/codegen';
import type { Operation } from '@delivery-api/specs/contract';
import { limitsLine } from '../facts.ts';
import { routeOf } from '../routes.ts';
import { operationAnchor, parameterAnchor, partAnchor } from './anchors.ts';
import { type Block, facts, type Section, text } from './blocks.ts';
import { answer, body, exampleFolds, isProblem, parameter, sampleSection } from './parts.ts';
import type { Subject } from './subject.ts';
import { tick } from './words.ts';

const keys = { required: 'required', optional: 'optional', none: undefined } as const;

/**
 * Everything about one operation. @param shown names of the examples that stand further up; those
 * that are shown here join them
 */
export function operationSection(
  operation: Operation,
  samples: readonly Sample[],
  shown: Set<string>,
  subject: Subject,
): Section {
  const {
    id,
    method,
    path,
    summary,
    description,
    permissions,
    parameters,
    request,
    responses,
    limits,
    idempotency,
    conditional,
    deprecated,
  } = operation;
  const section = (
    part: 'parameters' | 'responses' | 'examples',
    title: string,
    blocks: Block[],
  ): Section[] =>
    blocks.length === 0 ? [] : [{ kind: 'section', anchor: partAnchor(id, part), title, blocks }];
  const contents = [
    ...(request === undefined ? [] : [{ content: request, where: '(request)' }]),
    ...responses.flatMap(({ status, content }) =>
      content === undefined || isProblem(content) ? [] : [{ content, where: `(${status})` }],
    ),
  ];
  return {
    kind: 'section',
    anchor: operationAnchor(id),
    title: summary,
    verb: method,
    listed: true,
    blocks: [
      facts(
        ['Operation', tick(id)],
        ['Request', tick(`${method.toUpperCase()} ${path}`)],
        ['Permission', permissions.map(tick).join(', ')],
        ['Idempotency-Key', keys[idempotency]],
        [
          'Conditional',
          conditional
            ? `with [If-None-Match](#${parameterAnchor(id, 'If-None-Match')}), 304`
            : undefined,
        ],
        ['Limits', limitsLine(limits).replace('**Limits.** ', '')],
        ['Deprecated', deprecated ? 'Yes; see the changelog.' : undefined],
        ['Decided in', subject.decisions(subject.node(id))],
        ['Interactive page', `[${summary}](./${routeOf(operation)})`],
      ),
      text(subject.linked(description)),
      ...section(
        'parameters',
        'Parameters',
        parameters.length === 0
          ? []
          : [{ kind: 'fields', fields: parameters.map(parameter(id, subject)) }],
      ),
      ...(request === undefined ? [] : [body(id, 'request', request, subject)]),
      ...section('responses', 'Answers', [
        { kind: 'fields', fields: responses.map(answer(id, subject)) },
      ]),
      ...section('examples', 'Examples', exampleFolds(contents, shown)),
      sampleSection(id, samples),
    ],
  };
}
