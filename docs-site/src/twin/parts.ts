import type { Sample } from '@delivery-api/codegen';
import type { Content, Header, Parameter, Response } from '@delivery-api/specs/contract';
import {
  exampleAnchor,
  headerAnchor,
  parameterAnchor,
  partAnchor,
  responseAnchor,
  schemaAnchor,
} from './anchors.ts';
import { type Code, code, type Field, type Fold, json, type Section, text } from './blocks.ts';
import { notes, outline, schemaBlocks } from './schema.ts';
import { codeLink, type Subject } from './subject.ts';
import { schemaLink, tick, typeOf } from './words.ts';

const places = { path: 'in the path', query: 'in the query', header: 'header' } as const;

/** A parameter, or a header of a webhook. @param id of the operation or webhook */
export const parameter =
  (id: string, subject: Subject) =>
  (one: Parameter): Field => ({
    anchor: parameterAnchor(id, one.name),
    name: one.name,
    type: `${typeOf(one.schema)}, ${places[one.in]}`,
    required: one.required,
    text: subject.linked(one.description),
    notes: notes(one.schema, subject, one.example),
  });

export const isProblem = (content: Content | undefined): boolean =>
  content?.mediaType === 'application/problem+json';

const exampleLink = (name: string): string => `[${name}](#${exampleAnchor(name)})`;

const headerLine = (headers: Header[]): string =>
  headers
    .map(
      ({ name, required }) => `[${name}](#${headerAnchor(name)})${required ? '' : ' (at times)'}`,
    )
    .join(', ');

/** An answer: what it means, its body, its headers, its codes and its examples. */
export const answer =
  (id: string, subject: Subject) =>
  ({ status, description, headers, content, codes }: Response): Field => ({
    anchor: responseAnchor(id, status),
    name: String(status),
    type:
      content === undefined
        ? 'no body'
        : `${content.schemaName === undefined ? typeOf(content.schema) : schemaLink(content.schemaName)} as ${tick(content.mediaType)}`,
    required: undefined,
    text: subject.linked(description),
    notes: [
      ...(codes.length === 0 ? [] : [`Codes: ${codes.map(codeLink).join(', ')}`]),
      ...(headers.length === 0 ? [] : [`Headers: ${headerLine(headers)}`]),
      ...(content === undefined || content.examples.length === 0
        ? []
        : [`Examples: ${content.examples.map(({ name }) => exampleLink(name)).join(', ')}`]),
    ],
  });

/**
 * A request body or the payload of an event: its schema, described here if it has its home here,
 * and its whole shape.
 */
export const body = (
  id: string,
  part: 'request' | 'payload',
  content: Content,
  subject: Subject,
): Section => {
  const name = content.schemaName;
  const own = name !== undefined && subject.atHome(name);
  const shape = outline(content.schema, subject);
  return {
    kind: 'section',
    anchor: partAnchor(id, part),
    title: part === 'request' ? 'Request body' : 'Payload',
    blocks: [
      text(
        `${name === undefined ? typeOf(content.schema) : own ? tick(name) : schemaLink(name)} as ${tick(content.mediaType)}.`,
      ),
      ...(own
        ? [
            {
              kind: 'section',
              anchor: schemaAnchor(name),
              title: name,
              blocks: schemaBlocks(name, subject),
            } as const,
          ]
        : []),
      {
        kind: 'fold',
        anchor: undefined,
        title: `The whole shape at a glance: ${shape.length} lines, * is required`,
        blocks: [code('text', shape.join('\n'))],
      },
    ],
  };
};

/**
 * Examples that have not been shown before, each to be unfolded. One that several bodies share
 * stands at the first.
 */
export function exampleFolds(
  contents: { content: Content; where: string }[],
  shown: Set<string>,
): Fold[] {
  return contents.flatMap(({ content, where }) =>
    content.examples.flatMap(({ name, summary, value }) => {
      if (shown.has(name)) return [];
      shown.add(name);
      return [
        {
          kind: 'fold' as const,
          anchor: exampleAnchor(name),
          title: `${tick(name)} ${where}: ${summary}`,
          blocks: [json(value)],
        },
      ];
    }),
  );
}

const languages: Record<string, Code['language']> = { curl: 'sh', TypeScript: 'ts' };

/** How it is called, or received, in each language. */
export const sampleSection = (id: string, samples: readonly Sample[]): Section => ({
  kind: 'section',
  anchor: partAnchor(id, 'samples'),
  title: 'Samples',
  blocks: samples.map(({ label, source }) => ({
    kind: 'fold',
    anchor: undefined,
    title: label,
    blocks: [code(languages[label] ?? 'text', source)],
  })),
});
