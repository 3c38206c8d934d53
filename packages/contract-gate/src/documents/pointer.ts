import type { Json, JsonObject } from '@delivery-api/specs/contract';

/** A JSON Pointer (RFC 6901) as a URI fragment, from its tokens. */
export const pointerOf = (...tokens: (string | number)[]): string =>
  ['#', ...tokens.map((token) => String(token).replaceAll('~', '~0').replaceAll('/', '~1'))].join(
    '/',
  );

/** The tokens of a pointer. */
export const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .filter((token, index, all) => token !== '' || index < all.length - 1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/** `pointer` with further tokens. */
export const below = (pointer: string, ...tokens: (string | number)[]): string =>
  pointer + pointerOf(...tokens).slice(1);

/** The value at a pointer, references on the way followed; undefined when there is none. */
export const valueAt = (document: JsonObject, pointer: string): Json | undefined =>
  walk(document, pointer).value;

/**
 * The one pointer of a place that can be reached in several ways: with every reference on the way
 * followed, so that
 * `#/paths/~1orders/get/responses/200/…/schema/properties/status` becomes
 * `#/components/schemas/Order/properties/status` or even
 * `#/components/schemas/OrderStatus`. Tokens that lead nowhere are kept.
 */
export const canonical = (document: JsonObject, pointer: string): string =>
  walk(document, pointer).pointer;

/** Like {@link canonical}, but the last step is not followed when it is a reference. */
export function canonicalHolder(document: JsonObject, pointer: string): string {
  const tokens = tokensOf(pointer);
  const last = tokens.pop();
  return last === undefined ? '#' : below(canonical(document, pointerOf(...tokens)), last);
}

function walk(document: JsonObject, pointer: string): { value: Json | undefined; pointer: string } {
  let value: Json | undefined = document;
  let at = '#';
  for (const token of tokensOf(pointer)) {
    value = isHolder(value) ? (value as JsonObject)[token] : undefined;
    at = below(at, token);
    for (
      let hops = 0;
      isObject(value) && typeof value.$ref === 'string' && value.$ref.startsWith('#') && hops < 20;
      hops++
    ) {
      const target = walk(document, value.$ref);
      if (target.value === undefined) break;
      value = target.value;
      at = target.pointer;
    }
  }
  return { value, pointer: at };
}

const isHolder = (value: Json | undefined): boolean => typeof value === 'object' && value !== null;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether two JSON values say the same; the order of members does not matter, that of items does.
 */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => sameJson(item, other[index]));
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && sameJson(one[key], other[key]))
  );
}
