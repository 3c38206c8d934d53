import type { Difference } from '../comparison/change.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { terminal } from './terminal.ts';

const formatters = { terminal, markdown, json, github } as const;
export type Format = keyof typeof formatters;
export const formats = Object.keys(formatters) as Format[];

export const formatDifferences = (differences: readonly Difference[], format: Format): string =>
  formatters[format](differences);
