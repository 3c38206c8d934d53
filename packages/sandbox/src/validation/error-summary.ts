import type { ProblemItem } from '../kernel/problem-error.ts';

/** Matches a complete sentence, such as `no item has the ID pizza` or `code=999 is …`. */
const sentence = /^(?:the |no |[A-Z]|\w+=)/;

/**
 * Joins the location and the message of an error. A message that is a sentence follows a colon;
 * other messages continue the location, such as `/name is required`.
 */
export const joinLocation = (location: string, message: string): string =>
  `${location}${sentence.test(message) ? ':' : ''} ${message}`;

/** Returns an error with its location, such as `/dropoff/address/city is required`. */
export const withLocation = (error: ProblemItem): string =>
  joinLocation(locationName(error), error.message);

function locationName({ pointer, parameter, header }: ProblemItem): string {
  if (header !== undefined) return `the ${header} header`;
  if (parameter !== undefined) return `the ${parameter} parameter`;
  return pointer || 'the body';
}

/**
 * Returns the detail of a problem: the only error as a sentence, or the number of errors and the
 * first error. Without errors, returns an empty string.
 */
export function errorSummary(errors: readonly ProblemItem[]): string {
  const [first] = errors;
  if (first === undefined) return '';
  const text = withLocation(first);
  const detail = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/([^.?])$/, '$1.');
  return errors.length === 1
    ? detail
    : `${errors.length} errors; \`errors\` lists them. The first: ${detail}`;
}
