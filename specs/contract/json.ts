import type { Json, JsonObject } from './model.ts';

/** Returns whether a value is a JSON object, and not null or an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Builds a JSON Pointer (RFC 6901) in URI fragment form, `#/a/b`, from its tokens. */
export const toPointer = (...tokens: readonly (string | number)[]): string =>
  ['#', ...tokens.map((token) => String(token).replaceAll('~', '~0').replaceAll('/', '~1'))].join(
    '/',
  );

/** Returns the unescaped tokens of a JSON Pointer, with or without the leading `#`. */
export const pointerTokens = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Returns a member of an object or array; undefined if the member does not exist. */
export const memberOf = (value: Json | undefined, key: string | number): Json | undefined =>
  typeof value === 'object' && value !== null ? (value as JsonObject)[key] : undefined;

/**
 * Resolves a local reference, such as `#/a/b`. Does not follow references along the path.
 *
 * @returns undefined if the reference is not local, or if its target does not exist
 */
export const resolvePointer = (root: Json, ref: string): Json | undefined =>
  ref.startsWith('#')
    ? pointerTokens(decodeURIComponent(ref)).reduce<Json | undefined>(memberOf, root)
    : undefined;
