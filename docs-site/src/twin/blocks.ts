/**
 * What the manual of an interface says, before it is HTML or Markdown. Both renderers write the
 * same blocks, so both twins say the same.
 * Texts are Markdown; those called a line are one line of it, without blocks.
 */
export type Block = Text | Facts | Fields | Table | Code | Fold | Section;

export interface Text {
  kind: 'text';
  text: string;
}

/** Short labelled lines, such as the permission of an operation. */
export interface Facts {
  kind: 'facts';
  facts: { label: string; line: string }[];
}

/** Entries that each have a name and an anchor: fields, parameters, headers, answers, values. */
export interface Fields {
  kind: 'fields';
  fields: Field[];
}

export interface Field {
  anchor: string;
  name: string;
  /** A line: what it is, such as `string` or a link to a schema. */
  type: string;
  /** `undefined` where the question makes no sense. */
  required: boolean | undefined;
  text: string;
  /** Lines: constraints, examples, codes. */
  notes: string[];
}

/** Columns and cells are lines. */
export interface Table {
  kind: 'table';
  columns: string[];
  rows: string[][];
}

export interface Code {
  kind: 'code';
  language: 'json' | 'sh' | 'ts' | 'text';
  text: string;
}

/** Something to be unfolded: an example, a sample. */
export interface Fold {
  kind: 'fold';
  anchor: string | undefined;
  /** A line. */
  title: string;
  blocks: Block[];
}

export interface Section {
  kind: 'section';
  anchor: string;
  /** A line. */
  title: string;
  /** The method of an operation, or `event`; shown before the title. */
  verb?: string;
  /**
   * Whether the table of contents names it; sections below one that it does not name are left out
   * as well.
   */
  listed?: boolean;
  blocks: Block[];
}

export interface Manual {
  /** `Lastmile reference`. */
  title: string;
  /** A line. */
  lead: string;
  blocks: Block[];
}

export const text = (markdown: string): Text => ({ kind: 'text', text: markdown.trim() });

/** Facts; those without a line are left out. */
export const facts = (
  ...entries: (readonly [label: string, line: string | undefined])[]
): Facts => ({
  kind: 'facts',
  facts: entries.flatMap(([label, line]) =>
    line === undefined || line === '' ? [] : [{ label, line }],
  ),
});

export const code = (language: Code['language'], source: string): Code => ({
  kind: 'code',
  language,
  text: source,
});

export const json = (value: unknown): Code => code('json', JSON.stringify(value, null, 2));
