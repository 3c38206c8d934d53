const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * Returns a value with all of its times shifted, in UTC with milliseconds.
 *
 * @param by milliseconds
 */
export function shiftTimes<Value>(value: Value, by: number): Value {
  if (typeof value === 'string')
    return (
      timePattern.test(value) ? new Date(Date.parse(value) + by).toISOString() : value
    ) as Value;
  if (Array.isArray(value)) return value.map((one) => shiftTimes(one, by)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, shiftTimes(member, by)]),
  ) as Value;
}
