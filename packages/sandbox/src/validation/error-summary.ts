import type { ProblemItem } from '../kernel/problem-error.ts';

/**
 * Returns whether a message is a complete sentence, such as `no item has the ID pizza` or
 * `code=999 is …`. Other messages continue the location, such as `is required`.
 */
export const hasSubject = (message: string): boolean => /^(?:the |no |[A-Z]|\w+=)/.test(message);

/** Returns an error with its location, such as `/dropoff/address/city is required`. */
export function withLocation(error: ProblemItem): string {
  const { message } = error;
  return `${locationName(error)}${hasSubject(message) ? ':' : ''} ${message}`;
}

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
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/([^.?])$/, '$1.');
  return errors.length === 1
    ? sentence
    : `${errors.length} errors; \`errors\` lists them. The first: ${sentence}`;
}
