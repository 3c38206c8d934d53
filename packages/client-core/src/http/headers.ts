import { InputError } from './failures.js';

/** Headers that a caller passes: a `Headers` object, pairs, or a record. */
export type HeadersInput =
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | undefined };

/**
 * Returns headers as a record. `undefined` values are ignored.
 *
 * @returns values by lower-case name
 * @throws {InputError} if a header is invalid; the message contains the name, never the value
 */
export function headerRecord(source: HeadersInput = {}): Record<string, string> {
  const record: Record<string, string> = {};
  const pairs =
    Symbol.iterator in source
      ? (source as Iterable<readonly [string, string]>)
      : Object.entries(source);
  for (const [name, value] of pairs) {
    if (value === undefined) continue;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw new InputError(`the header ${JSON.stringify(name)} contains invalid characters`);
    record[name.toLowerCase()] = value;
  }
  return record;
}
