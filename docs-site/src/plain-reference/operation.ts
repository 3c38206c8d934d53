import type { Sample } from '@delivery-api/codegen';
import type { Operation } from '@delivery-api/specs/contract';
import { exampleTimesNote, limitsSentence } from '../facts.ts';
import { routeOf } from '../routes.ts';
import { operationAnchor, parameterAnchor, partAnchor } from './anchors.ts';
import {
  type Block,
  code,
  facts,
  fields,
  inline,
  join,
  link,
  prose,
  type Section,
  section,
} from './blocks.ts';
import { type Context, decisionLinks, deprecation } from './context.ts';
import { body, examples, isProblem, parameter, response, sampleSection } from './parts.ts';

const keys = { required: 'required', optional: 'optional', none: undefined } as const;

/** Describes an operation. */
export function operationSection(
  operation: Operation,
  samples: readonly Sample[],
  context: Context,
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
  } = operation;
  const contents = [
    ...(request === undefined ? [] : [{ content: request, label: '(request)' }]),
    ...responses.flatMap(({ status, content }) =>
      content === undefined || isProblem(content) ? [] : [{ content, label: `(${status})` }],
    ),
  ];
  const ifNoneMatch = link('If-None-Match', `#${parameterAnchor(id, 'If-None-Match')}`);
  const shownExamples = examples(contents, context);
  const blocks: Block[] = [
    facts(
      ['Operation', code(id)],
      ['Request', code(`${method.toUpperCase()} ${path}`)],
      ['Permission', join(permissions.map(code))],
      ['Idempotency-Key', keys[idempotency]],
      ['Conditional request', conditional ? inline`304 with ${ifNoneMatch}` : undefined],
      ['Limits', limitsSentence(limits)],
      ['Deprecated', deprecation(context.node(id))],
      ['Decisions', decisionLinks(context.node(id))],
      ['Interactive page', link(summary, `./${routeOf(operation)}`)],
      ['Console', link('Try it', `#${partAnchor(id, 'samples')}`)],
      ['Example times', exampleTimesNote(operation)],
    ),
    prose(description),
    ...(parameters.length === 0
      ? []
      : [
          section(partAnchor(id, 'parameters'), 'Parameters', [
            fields(parameters.map(parameter(id, context))),
          ]),
        ]),
    ...(request === undefined ? [] : [body(id, 'request', request, context)]),
    section(partAnchor(id, 'responses'), 'Responses', [fields(responses.map(response(id)))]),
    ...(shownExamples.length === 0
      ? []
      : [section(partAnchor(id, 'examples'), 'Examples', shownExamples)]),
    sampleSection(id, samples),
  ];
  return section(operationAnchor(id), summary, blocks, { verb: method, listed: true });
}
