import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { Random } from './random.ts';

/**
 * A word that no contract knows. Where it turns up in an answer that it was not sent with,
 * something was polluted.
 */
export const marker = 'polluted_by_the_attack';

/** JSON texts, because some of them cannot be written as values. */
const texts: readonly string[] = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '1e400',
  '-1e400',
  '9007199254740993',
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
  '"2026-02-30T25:61:61Z"',
  '"9999-12-31T23:59:59.999999999+14:00"',
  '"0000-01-01T00:00:00Z"',
  '"NaN"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  `{"__proto__":{"${marker}":true}}`,
  `{"constructor":{"prototype":{"${marker}":true}}}`,
  '{"$ref":"#/components/schemas/Problem"}',
  '{"toString":1,"valueOf":1,"hasOwnProperty":1,"length":-1}',
];

/** A value as JSON text that nobody expects. */
export function hostileText(random: Random): string {
  if (random.chance(0.85)) return random.pick(texts);
  const much = random.pick([100, 199, 201, 5_000, 100_000]);
  return random.pick([
    () => '['.repeat(much) + ']'.repeat(much),
    () => '{"a":'.repeat(much) + '1'.concat('}'.repeat(much)),
    () => JSON.stringify('x'.repeat(much)),
    () => JSON.stringify('💥'.repeat(much)),
    () => `[${'0,'.repeat(much)}0]`,
    () => '9'.repeat(much),
    () =>
      `{${Array.from({ length: Math.min(much, 5000) }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  ])();
}

/** The places of a value, as lists of names and indices; the value itself is the empty list. */
export function placesIn(
  value: Json,
  at: readonly (string | number)[] = [],
): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...members.flatMap(([key, member]) => placesIn(member, [...at, key]))];
}

const hole = '@@hole@@';

/**
 * The JSON of a body with one place changed: left out, doubled, replaced by something hostile, or
 * with a member more.
 */
export function bent(body: Json, random: Random): string {
  const copy = structuredClone(body);
  const place = random.pick(placesIn(copy));
  const last = place.at(-1);
  if (last === undefined) return hostileText(random);
  const parent = place
    .slice(0, -1)
    .reduce<Json>((node, key) => (node as JsonObject)[key] as Json, copy) as JsonObject;
  const value = parent[last] as Json;
  switch (random.below(5)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(last), 1);
      else delete parent[last];
      return JSON.stringify(copy);
    case 1:
      parent[last] = near(value, random);
      return JSON.stringify(copy);
    case 2: {
      const name = random.pick([
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        'unknown_field',
        '',
        'a/b~c',
        '<b>',
        '\u0000',
      ]);
      parent[last] = hole;
      const one = `${JSON.stringify(name)}:${hostileText(random)}`;
      const whole = JSON.stringify(value);
      const more = whole.startsWith('{')
        ? `{${one}${whole === '{}' ? '' : ','}${whole.slice(1)}`
        : `{${one}}`;
      return JSON.stringify(copy).replace(`"${hole}"`, () => more);
    }
    default:
      parent[last] = hole;
      return JSON.stringify(copy).replace(`"${hole}"`, () => hostileText(random));
  }
}

/** A value of the same kind, a little off. */
function near(value: Json, random: Random): Json {
  if (typeof value === 'number')
    return random.pick([value + 1, value - 1, -value, value * 1e6, value + 0.5, 0]);
  if (typeof value === 'string')
    return random.pick([
      value.toUpperCase(),
      ` ${value}`,
      value.slice(1),
      `${value}${value}`,
      value.repeat(40),
      `${value}\n`,
    ]);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return random.pick([[...value, ...value], [], [...value, null]]);
  return value === null ? 0 : random.pick<Json>([{ ...value, ...value }, [value], null]);
}

/** The bytes of a body, some of them broken. */
export function brokenBytes(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text);
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, random.below(bytes.length));
    case 1: {
      for (let turns = random.below(4); turns >= 0; turns--)
        bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    }
    case 2:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 3:
      return Buffer.from(text, 'utf16le');
    case 4:
      return Buffer.concat([bytes, bytes]);
    default:
      return Buffer.concat([
        bytes.subarray(0, random.below(bytes.length)),
        Buffer.from([0xc0, 0xaf, 0xff]),
        bytes,
      ]);
  }
}
