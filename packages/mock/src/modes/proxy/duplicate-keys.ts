import { childPointer } from './walk-body.ts';

/** Matches JSON strings, brackets, braces and commas (RFC 8259). */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

/** An object or array that is open at a token. */
interface Open {
  pointer: string;
  /** The names so far; absent for an array. */
  names?: Set<string>;
  /** The name of the current member, or the index of the current item. */
  current: string | number;
}

/**
 * Returns the JSON Pointers of members whose name occurs more than once in an object. Parsers
 * handle duplicate names differently (RFC 8259, section 4).
 *
 * @param text valid JSON
 */
export function duplicateKeys(text: string): string[] {
  const found: string[] = [];
  const stack: Open[] = [];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const open = stack.at(-1);
    if (token === '{' || token === '[') {
      const pointer = open === undefined ? '' : childPointer(open.pointer, String(open.current));
      stack.push(
        token === '{' ? { pointer, names: new Set(), current: '' } : { pointer, current: 0 },
      );
    } else if (token === '}' || token === ']') stack.pop();
    else if (open === undefined) continue;
    else if (token === ',') {
      if (typeof open.current === 'number') open.current += 1;
    } else if (open.names !== undefined && isName(text, index + token.length)) {
      const name = JSON.parse(token) as string;
      if (open.names.has(name)) found.push(childPointer(open.pointer, name));
      open.names.add(name);
      open.current = name;
    }
  }
  return [...new Set(found)];
}

/** Returns whether the string that ends at `end` is a member name, that is, followed by a colon. */
function isName(text: string, end: number): boolean {
  let index = end;
  while (/\s/.test(text[index] ?? '')) index++;
  return text[index] === ':';
}
