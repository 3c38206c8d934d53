import type { Sample } from '@delivery-api/codegen';
import type { Operation } from '@delivery-api/specs/contract';
import { limitsSentence } from '../facts.ts';
import { routeOf } from '../routes.ts';
import { operationAnchor, parameterAnchor, partAnchor } from './anchors.ts';
import { type Block, code, facts, join, link, prose, type Section } from './blocks.ts';
import { type Context, decisionLinks } from './context.ts';
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
        ['Operation', code(id)],
        ['Request', code(`${method.toUpperCase()} ${path}`)],
        ['Permission', join(permissions.map(code))],
        ['Idempotency-Key', keys[idempotency]],
        [
          'Conditional',
          conditional
            ? ['with ', link('If-None-Match', `#${parameterAnchor(id, 'If-None-Match')}`), ', 304']
            : undefined,
        ],
        ['Limits', limitsSentence(limits)],
        ['Deprecated', deprecated ? 'Yes; see the changelog.' : undefined],
        ['Decided in', decisionLinks(context.node(id))],
        ['Interactive page', link(summary, `./${routeOf(operation)}`)],
      ),
      prose(description),
      ...section(
        'parameters',
        'Parameters',
        parameters.length === 0
          ? []
          : [{ kind: 'fields', fields: parameters.map(parameter(id, context)) }],
      ),
      ...(request === undefined ? [] : [body(id, 'request', request, context)]),
      ...section('responses', 'Answers', [{ kind: 'fields', fields: responses.map(response(id)) }]),
      ...section('examples', 'Examples', examples(contents, context)),
      sampleSection(id, samples),
    ],
  };
}
