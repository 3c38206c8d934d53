/** Returns a text unchanged if it has at most 500 characters; otherwise, its start and `…`. */
export const shorten = (text: string): string =>
  text.length > 500 ? `${text.slice(0, 500)}…` : text;

/**
 * Returns a text as one line. A space replaces each sequence of control characters, line separators
 * and bidirectional controls.
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');

/** Joins the first three items with commas. `…` replaces the other items. */
export const firstThree = (list: readonly string[]): string =>
  `${list.slice(0, 3).join(', ')}${list.length > 3 ? ', …' : ''}`;

/** Reports whether a value is a string. */
export const isString = (value: unknown): value is string => typeof value === 'string';
