/**
 * Whether a client takes JSON (RFC 9110, section 12.5.1). The most specific range that fits
 * decides, `q=0` refuses, and no header takes all.
 * `application/problem+json` alone does not do: a success could not be answered.
 */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const weights = new Map<string, number>();
  for (const range of accept.split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    weights.set(type, Math.max(weights.get(type) ?? 0, Number.isNaN(weight) ? 1 : weight));
  }
  const weight = ['application/json', 'application/*', '*/*']
    .map((type) => weights.get(type))
    .find((found) => found !== undefined);
  return weight !== undefined && weight > 0;
}
