import type { Json, JsonObject } from '@delivery-api/specs/contract';

/** A value with one change. */
export interface Mutation {
  /** Place of the change, with `*` for indexes. */
  location: string;
  change: string;
  value: unknown;
}

const replacements: readonly Json[] = [null, true, 1.5, -1e17, 1e17, 'x', '', [], {}];
const texts: readonly string[] = ['ä Ö', 'x'.repeat(5001), '2026-02-30T10:00:00Z', '2026-13-01'];

/**
 * Yields a copy of a value with one change at a time: a part is replaced with a value of each type,
 * a limit is exceeded, a property is removed or added, or an item is repeated. Each iteration changes
 * the same copy, so use the copy before the next iteration.
 *
 * @param visited places that were already changed, which are skipped; new places are added
 */
export function* mutations(original: Json, visited: Set<string>): Generator<Mutation> {
  const root: JsonObject = { value: structuredClone(original) };
  function* change(
    parent: JsonObject | Json[],
    key: string | number,
    location: string,
  ): Generator<Mutation> {
    const container = parent as Record<string | number, Json>;
    const old = container[key] as Json;
    if (!visited.has(location)) {
      visited.add(location);
      for (const [label, replacement] of changesOf(old)) {
        container[key] = replacement;
        yield { location, change: label, value: root.value };
        container[key] = old;
      }
      if (!Array.isArray(parent) && parent !== root) {
        delete container[key];
        yield { location, change: 'removed', value: root.value };
        container[key] = old;
      }
    }
    if (Array.isArray(old))
      for (const index of old.keys()) yield* change(old, index, `${location}/*`);
    else if (typeof old === 'object' && old !== null)
      for (const name of Object.keys(old)) yield* change(old, name, `${location}/${name}`);
  }
  yield* change(root, 'value', '');
}

function* changesOf(old: Json): Generator<[string, Json]> {
  for (const replacement of replacements) yield [JSON.stringify(replacement), replacement];
  if (typeof old === 'string') for (const text of texts) yield [text.slice(0, 30), text];
  if (Array.isArray(old) && old[0] !== undefined) {
    yield ['repeated', [...old, old[0]]];
    yield ['1001 items', Array.from({ length: 1001 }, () => old[0] as Json)];
  } else if (typeof old === 'object' && old !== null) {
    yield ['an unknown property', { ...old, unknown_property: 1 }];
  }
}
