/** `BookingStatus` → `bookingStatus`. */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** `createBooking`, `order_created` → `CreateBooking`, `OrderCreated`. */
export const pascal = (name: string): string =>
  name.replace(/(^|_)(.)/g, (_, _bar, letter: string) => letter.toUpperCase());

/** A literal in the house style: single quotes. */
export const literal = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A union of literals, or `never` for none. */
export const union = (members: readonly string[]): string =>
  members.length === 0 ? 'never' : members.join(' | ');

/**
 * A doc comment from Markdown lines; empty lines at the ends are dropped, and nothing in the text
 * can end the comment early.
 *
 * @param indent how far the comment is indented
 */
export function docComment(text: string, indent = ''): string {
  const lines = text
    .trim()
    .replaceAll('*/', '*\\/')
    .split('\n')
    .map((line) => line.trimEnd());
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('')}${indent} */\n`;
}

/** The first lines of every generated file. */
export const banner = (title: string, version: string): string =>
  `// Generated from the ${title} contract ${version}. Changes belong there, not here.\n\n`;
