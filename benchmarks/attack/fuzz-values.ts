import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { Random } from '../../tools/random.ts';

/**
 * Property that prototype pollution sets. If a request does not contain the property, its response
 * must not contain it either.
 */
export const pollutionMarker = 'polluted_by_the_attack';

/** JSON texts. Some of them have no exact JavaScript value. */
const jsonTexts: readonly string[] = [
  ...'null true 0 -0 -1 1.5 1e308 1e400 -1e400 9007199254740993 [] {} [[]] [null]'.split(' '),
  '123456789012345678901234567890',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e\\u200b\\ufeff"',
  '"<script>alert(1)</script>"',
  '"\\"><img src=x onerror=alert(1)>"',
  '"$(id)`id`;\'--"',
  '"../../../../etc/passwd"',
  '"%00%0d%0aSet-Cookie: a=b"',
  '"\\r\\nX-Injected: yes"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"NaN"',
  '"2026-02-30T25:61:61Z"',
  '"9999-12-31T23:59:59.999999999+14:00"',
  '"0000-01-01T00:00:00Z"',
  `{"__proto__":{"${pollutionMarker}":true}}`,
  `{"constructor":{"prototype":{"${pollutionMarker}":true}}}`,
  '{"$ref":"#/components/schemas/Problem"}',
  '{"toString":1,"valueOf":1,"hasOwnProperty":1,"length":-1}',
];

/** Returns an unusual value as JSON text: a special, very large, or deeply nested value. */
export function fuzzJson(random: Random): string {
  if (random.chance(0.85)) return random.pick(jsonTexts);
  const size = random.pick([100, 199, 201, 5_000, 100_000]);
  const properties = (count: number): string =>
    Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(',');
  return random.pick([
    () => '['.repeat(size) + ']'.repeat(size),
    () => `${'{"a":'.repeat(size)}1${'}'.repeat(size)}`,
    () => JSON.stringify('x'.repeat(size)),
    () => JSON.stringify('💥'.repeat(size)),
    () => `[${'0,'.repeat(size)}0]`,
    () => '9'.repeat(size),
    () => `{${properties(Math.min(size, 5000))}}`,
  ])();
}

type Path = readonly (string | number)[];

/** Returns the paths of a value and of all values in it. */
function pathsIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, member]) => pathsIn(member as Json, [...path, key]))];
}

const placeholder = '@@placeholder@@';
const propertyNames = [
  ...'__proto__ constructor prototype toString unknown_field a/b~c <b>'.split(' '),
  '',
  '\u0000',
];

/** Returns JSON text of a copy with one change: a part is removed, varied, extended or replaced. */
export function mutateJson(value: Json, random: Random): string {
  const copy = structuredClone(value);
  const path = random.pick(pathsIn(copy));
  const key = path.at(-1);
  if (key === undefined) return fuzzJson(random);
  const parent = path
    .slice(0, -1)
    .reduce<Json>((node, name) => (node as JsonObject)[name] as Json, copy) as JsonObject;
  const member = parent[key] as Json;
  const withReplacement = (text: string): string => {
    parent[key] = placeholder;
    return JSON.stringify(copy).replace(`"${placeholder}"`, () => text);
  };
  switch (random.below(5)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete parent[key];
      return JSON.stringify(copy);
    case 1:
      parent[key] = vary(member, random);
      return JSON.stringify(copy);
    case 2: {
      const property = `${JSON.stringify(random.pick(propertyNames))}:${fuzzJson(random)}`;
      const text = JSON.stringify(member);
      if (!text.startsWith('{') || text === '{}') return withReplacement(`{${property}}`);
      return withReplacement(`{${property},${text.slice(1)}`);
    }
    default:
      return withReplacement(fuzzJson(random));
  }
}

/** Returns a similar value, usually of the same type. */
function vary(value: Json, random: Random): Json {
  if (typeof value === 'number')
    return random.pick([value + 1, value - 1, -value, value * 1e6, value + 0.5, 0]);
  if (typeof value === 'string') {
    const longer = [` ${value}`, `${value}${value}`, value.repeat(40), `${value}\n`];
    return random.pick([value.toUpperCase(), value.slice(1), ...longer]);
  }
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return random.pick([[...value, ...value], [], [...value, null]]);
  return value === null ? 0 : random.pick<Json>([{ ...value, ...value }, [value], null]);
}

/** Encodes `text` and corrupts the bytes: for example, truncates, repeats or overwrites them. */
export function corruptBytes(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text);
  const start = (): Buffer => bytes.subarray(0, random.below(bytes.length));
  switch (random.below(6)) {
    case 0:
      return start();
    case 1:
      for (let changes = random.below(4); changes >= 0; changes--)
        bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    case 2:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 3:
      return Buffer.from(text, 'utf16le');
    case 4:
      return Buffer.concat([bytes, bytes]);
    default:
      return Buffer.concat([start(), Buffer.from([0xc0, 0xaf, 0xff]), bytes]);
  }
}
