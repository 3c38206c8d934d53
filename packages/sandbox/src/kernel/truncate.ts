/**
 * Truncates a string to at most `length` UTF-16 code units, including an ellipsis. Never splits
 * surrogate pairs.
 */
export const truncate = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
