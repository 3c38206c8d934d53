/**
 * Headers that apply to one connection (RFC 9110, section 7.6.1), and `Content-Length`, which the
 * callers set again.
 */
const connectionHeaders = [
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
 * Returns the headers of a message without those that must not be forwarded. Names keep their
 * spelling. A repeated header has an array of values.
 *
 * @param raw alternating names and values, as in Node.js `rawHeaders`
 * @param others additional names to drop, in lower case
 */
export function forwardedHeaders(
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
  const dropped = new Set([...connectionHeaders, ...others, ...named]);
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
