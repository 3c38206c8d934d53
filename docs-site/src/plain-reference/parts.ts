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
import {
  code,
  codeBlock,
  type Details,
  details,
  type Field,
  type Inline,
  inline,
  join,
  type Language,
  link,
  paragraph,
  prose,
  type Section,
  section,
} from './blocks.ts';
import { type Context, codeLink } from './context.ts';
import { schemaLink, typeOf } from './labels.ts';
import { notes, outline, schemaBlocks } from './schema.ts';

const locationLabels = { path: 'path', query: 'query', header: 'header' } as const;

/**
 * Describes a parameter, or a header of a webhook.
 *
 * @param id of the operation or webhook
 */
export const parameter =
  (id: string, context: Context) =>
  (one: Parameter): Field => ({
    anchor: parameterAnchor(id, one.name),
    name: one.name,
    type: inline`${typeOf(one.schema)}, ${locationLabels[one.in]}`,
    required: one.required,
    content: [prose(one.description)],
    notes: notes(one.schema, context, one.example),
  });

export const isProblem = (content: Content | undefined): boolean =>
  content?.mediaType === 'application/problem+json';

const headerLinks = (headers: Header[]): Inline =>
  join(
    headers.map(
      ({ name, required }) =>
        inline`${link(name, `#${headerAnchor(name)}`)}${required ? '' : ' (optional)'}`,
    ),
  );

/**
 * Describes a response: its meaning, body, codes, headers and examples.
 *
 * @param id of the operation or webhook
 */
export const response =
  (id: string) =>
  ({ status, description, headers, content, codes }: Response): Field => ({
    anchor: responseAnchor(id, status),
    name: String(status),
    type:
      content === undefined
        ? 'no body'
        : inline`${content.schemaName === undefined ? typeOf(content.schema) : schemaLink(content.schemaName)} as ${code(content.mediaType)}`,
    content: [prose(description)],
    notes: [
      ...(codes.length === 0 ? [] : [['Codes: ', join(codes.map(codeLink))]]),
      ...(headers.length === 0 ? [] : [['Headers: ', headerLinks(headers)]]),
      ...(content === undefined || content.examples.length === 0
        ? []
        : [
            inline`Examples: ${join(content.examples.map(({ name }) => link(name, `#${exampleAnchor(name)}`)))}`,
          ]),
    ],
  });

/**
 * Describes a request body or the payload of an event: its schema, and an outline of its fields.
 */
export const body = (
  id: string,
  part: 'request' | 'payload',
  content: Content,
  context: Context,
): Section => {
  const name = content.schemaName;
  const own = name !== undefined && context.isInlined(name);
  const lines = outline(content.schema, context.contract);
  const type = name === undefined ? typeOf(content.schema) : own ? code(name) : schemaLink(name);
  return section(partAnchor(id, part), part === 'request' ? 'Request body' : 'Payload', [
    paragraph(inline`${type} as ${code(content.mediaType)}.`),
    ...(own ? [section(schemaAnchor(name), name, schemaBlocks(name, context))] : []),
    details(`Outline of all fields: ${lines.length} lines; * marks required fields`, [
      codeBlock('text', lines.join('\n')),
    ]),
  ]);
};

/**
 * Returns the examples that are not shown yet. An example that several bodies share appears once.
 */
export function examples(
  contents: { content: Content; label: string }[],
  { shownExamples }: Context,
): Details[] {
  return contents.flatMap(({ content, label }) =>
    content.examples.flatMap(({ name, summary, value }) => {
      if (shownExamples.has(name)) return [];
      shownExamples.add(name);
      const title = inline`${code(name)} ${label}: ${prose(summary)}`;
      const example = codeBlock('json', JSON.stringify(value, null, 2));
      return [details(title, [example], exampleAnchor(name))];
    }),
  );
}

const languages: Record<string, Language> = {
  curl: 'sh',
  TypeScript: 'ts',
  Python: 'python',
  PHP: 'php',
  Go: 'go',
  Java: 'java',
};

/** Returns the samples of an operation or webhook, one for each language. */
export const sampleSection = (id: string, samples: readonly Sample[]): Section =>
  section(
    partAnchor(id, 'samples'),
    'Samples',
    samples.map(({ label, source }) =>
      details(label, [codeBlock(languages[label] ?? 'text', source)]),
    ),
  );
