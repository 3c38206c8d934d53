/**
 * Returns whether a client accepts JSON (RFC 9110, section 12.5.1). The most specific range
 * decides, `q=0` excludes a type, and a missing or empty header accepts every type.
 * `application/problem+json` alone is not enough, because success responses have the type
 * `application/json`.
 */
// Not `negotiator`: it rejects a range with a malformed `q`, which is accepted here.
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const weights = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    weights.set(type, Math.max(weights.get(type) ?? 0, Number.isNaN(q) ? 1 : q));
  }
  const weight = ['application/json', 'application/*', '*/*']
    .map((type) => weights.get(type))
    .find((found) => found !== undefined);
  return weight !== undefined && weight > 0;
}
