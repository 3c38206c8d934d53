import { SiteError } from '../errors.ts';

/** Numbers of definitions in the tables of the source document (sections 2, 4 and 6). */
export interface SourceCounts {
  operations: number;
  webhooks: number;
  resources: number;
}

/**
 * Counts the definitions in the source document.
 *
 * @throws {SiteError} if a table is not found
 */
export function countSource(source: string): SourceCounts {
  const rows = (pattern: RegExp): number => source.match(pattern)?.length ?? 0;
  const counted = {
    operations: rows(/^\| [^|]+ \| (?:GET|POST|PUT|PATCH|DELETE) \| \/[^|]+\|$/gm),
    webhooks: rows(/^\| (?:Lastmile|Marketplace) \| \w+ \| an? \w+ \|$/gm),
    resources: rows(/^\| (?:Lastmile|Marketplace) \| \w+ \|$/gm),
  };
  for (const [what, count] of Object.entries(counted)) {
    if (count === 0)
      throw new SiteError(
        `specs/source/integration-interfaces.md: found no ${what} in the tables. Restore the original document.`,
      );
  }
  return counted;
}

const words = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Formats a number from 0 (`no`) to 12 in words, and a larger number in digits. */
export const inWords = (count: number): string => words[count] ?? String(count);
