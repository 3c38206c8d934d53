/** Cuts a text to `length` characters; an ellipsis replaces the rest. Keeps surrogate pairs whole. */
export const truncate = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
