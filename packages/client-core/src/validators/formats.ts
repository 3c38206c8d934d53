import type { Schema } from './schema.js';

const date = String.raw`(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?`;
const zone = String.raw`(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;

const patterns: Record<NonNullable<Schema['format']>, RegExp> = {
  'date-time': new RegExp(`^${date}[t ]${time}${zone}$`, 'i'),
  date: new RegExp(`^${date}$`),
  uri: /^[a-z][a-z0-9+.-]*:[!-~]+$/i,
  'uri-reference': /^[!-~]*$/,
  email: /^[^\s@]+@[^\s@]+$/,
};

/**
 * Reports whether a string has a format. Dates and times follow RFC 3339, URIs contain only visible
 * ASCII characters, and an email address has one `@` and no white space.
 */
export function hasFormat(text: string, format: NonNullable<Schema['format']>): boolean {
  const match = patterns[format].exec(text);
  const [, year, month, day] = match ?? [];
  // `Date.UTC` converts an invalid day, such as April 31, to a day in the next month.
  return day
    ? new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
    : match !== null;
}
