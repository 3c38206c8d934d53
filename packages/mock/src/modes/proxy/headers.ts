/**
 * Headers that belong to one connection (RFC 9110, section 7.6.1), and those that the next one gets
 * anew.
 */
const ofTheConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
];

/**
 * The headers of a message that go on to the other side, in the spelling in which they came; one
 * that came several times is a list.
 *
 * @param raw names and values in turn, as Node has them in `rawHeaders`
 * @param others further names, in lower case, that stay behind
 */
export function passedOn(
  raw: readonly string[],
  others: readonly string[] = [],
): Record<string, string | string[]> {
  const pairs = Array.from({ length: raw.length / 2 }, (_, index): [string, string] => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ]);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/));
  const dropped = new Set([...ofTheConnection, ...others, ...named]);
  const kept: Record<string, string | string[]> = {};
  const spellings = new Map<string, string>();
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase();
    if (dropped.has(lower)) continue;
    const spelling = spellings.get(lower) ?? name;
    spellings.set(lower, spelling);
    const before = kept[spelling];
    kept[spelling] = before === undefined ? value : [before, value].flat();
  }
  return kept;
}
