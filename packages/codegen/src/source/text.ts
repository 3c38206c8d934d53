/** Converts the first letter to lower case: `BookingStatus` to `bookingStatus`. */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Converts a name to Pascal case: `order_created` to `OrderCreated`. */
export const pascalCase = (name: string): string =>
  name.replace(/(^|_)(.)/g, (_, _separator, letter: string) => letter.toUpperCase());

/** Converts a name to camel case: `partner_name` to `partnerName`. */
export const camelCase = (name: string): string => lowerFirst(pascalCase(name));

/** Returns a string literal in single quotes. */
export const stringLiteral = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Returns a union type; `never` for no members. */
export const unionType = (members: readonly string[]): string =>
  members.length === 0 ? 'never' : members.join(' | ');

/**
 * Returns a doc comment. Removes leading and trailing empty lines, and white space at the ends of
 * lines. Escapes `*` + `/`.
 *
 * @param text Markdown
 */
export function docComment(text: string, indent = ''): string {
  const lines = text
    .trim()
    .replaceAll('*/', '*\\/')
    .split('\n')
    .map((line) => line.trimEnd());
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  const body = lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`).join('');
  return `${indent}/**\n${body}${indent} */\n`;
}

/** Returns the first lines of every generated file. */
export const banner = ({ title, version }: { title: string; version: string }): string =>
  `// Generated from the ${title} contract ${version}. Do not edit; change the contract.\n\n`;
