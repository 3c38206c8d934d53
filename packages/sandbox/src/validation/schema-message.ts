/** The messages for the formats in the contracts. */
const formatMessages: Readonly<Record<string, string>> = {
  'date-time': 'must be a time in RFC 3339 format, such as 2026-11-20T18:00:00Z',
  date: 'must be a date, such as 2026-11-20',
  uri: 'must be an absolute URI',
  email: 'must be an email address',
};

const units: Readonly<Record<string, string>> = {
  items: 'item',
  characters: 'character',
  properties: 'property',
};

/** Ajv's messages and their replacements. The first pattern that matches applies. */
const conversions: readonly [RegExp, (...groups: string[]) => string][] = [
  [
    /^must be ((?:(?:array|boolean|integer|null|number|object|string)(?:,|$))+)$/,
    (types = '') => `must be ${types.split(',').map(typeName).join(' or ')}`,
  ],
  [
    /^must be equal to one of the allowed values(?:: (.*))?$/s,
    (values = 'the allowed values') => `must be one of ${values}`,
  ],
  [/^must have required property '(.*)'$/s, (name) => `must have the property ${name}`],
  [/^must be >= (.+)$/, (limit) => `must be at least ${limit}`],
  [/^must be <= (.+)$/, (limit) => `must be at most ${limit}`],
  [/^must be > (.+)$/, (limit) => `must be greater than ${limit}`],
  [/^must be < (.+)$/, (limit) => `must be less than ${limit}`],
  [/^must be multiple of (.+)$/, (divisor) => `must be a multiple of ${divisor}`],
  [/^must NOT have fewer than 1 characters$/, () => 'must not be empty'],
  [
    /^must NOT have fewer than (\d+) (\w+)$/,
    (limit, unit) => `must have at least ${counted(limit, unit)}`,
  ],
  [
    /^must NOT have more than (\d+) (\w+)$/,
    (limit, unit) => `must have at most ${counted(limit, unit)}`,
  ],
  [
    /^must NOT have duplicate items \(items ## (\d+) and (\d+) are identical\)$/,
    (first, second) =>
      `must not have duplicate items; the items at ${first} and ${second} are equal`,
  ],
  [/^must match pattern "(.*)"$/s, (pattern) => `must match the pattern ${pattern}`],
  [
    /^must match format "(.*)"$/,
    (format = '') => formatMessages[format] ?? `must have the format ${format}`,
  ],
  [
    /^must have property (.+) when property (.+) is present$/,
    (_, present) => `is required if ${present} is present`,
  ],
];

/** Rewrites a message of Ajv in grammatical English. Returns an unknown message unchanged. */
export function schemaMessage(message: string): string {
  for (const [pattern, convert] of conversions) {
    const match = pattern.exec(message);
    if (match !== null) return convert(...match.slice(1));
  }
  return message;
}

const counted = (limit = '', unit = ''): string =>
  `${limit} ${limit === '1' ? (units[unit] ?? unit) : unit}`;

const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

const typeName = (type: string): string => typeNames[type] ?? type;
