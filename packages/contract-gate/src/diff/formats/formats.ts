import type { Difference } from '../comparison/change.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { terminal } from './terminal.ts';

export const formats = { terminal, markdown, json, github } as const;
export type Format = keyof typeof formats;

/** Writes one or several differences in a format. */
export const formatted = (differences: readonly Difference[], format: Format): string =>
  formats[format](differences);
