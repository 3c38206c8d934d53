import {
  isObject,
  type Json,
  type JsonObject,
  pointerTokens,
  toPointer,
} from '@delivery-api/specs/contract';

/** Maximum number of references in a chain. */
const maxReferences = 20;

/** Returns `pointer` with further tokens. */
export const below = (pointer: string, ...tokens: (string | number)[]): string =>
  pointer + toPointer(...tokens).slice(1);

/** Returns the value at a pointer, with references resolved; undefined if there is none. */
export const valueAt = (document: JsonObject, pointer: string): Json | undefined =>
  resolve(document, pointer).value;

/**
 * Returns the pointer to the definition of an element, with all references resolved:
 * `#/paths/~1orders/get/responses/200/…/properties/status` becomes
 * `#/components/schemas/OrderStatus`. Keeps tokens that have no target.
 */
export const canonical = (document: JsonObject, pointer: string): string =>
  resolve(document, pointer).pointer;

/** Like {@link canonical}, but does not resolve a reference at the last token. */
export function canonicalParent(document: JsonObject, pointer: string): string {
  const tokens = pointerTokens(pointer);
  const last = tokens.pop();
  return last === undefined ? '#' : below(canonical(document, toPointer(...tokens)), last);
}

function resolve(
  document: JsonObject,
  pointer: string,
): { value: Json | undefined; pointer: string } {
  let current: { value: Json | undefined; pointer: string } = { value: document, pointer: '#' };
  for (const token of pointerTokens(pointer)) {
    const { value } = current;
    current = {
      value: typeof value === 'object' && value !== null ? (value as JsonObject)[token] : undefined,
      pointer: below(current.pointer, token),
    };
    for (let count = 0; count < maxReferences; count++) {
      const $ref = isObject(current.value) ? current.value.$ref : undefined;
      if (typeof $ref !== 'string' || !$ref.startsWith('#')) break;
      const target = resolve(document, $ref);
      if (target.value === undefined) break;
      current = target;
    }
  }
  return current;
}
