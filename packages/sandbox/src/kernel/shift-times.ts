const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** The names of members that contain a time in both contracts; any other text stays as it is. */
const timeName = /(^|_)(at|by|until)$/;

/**
 * Returns a value with all of its times shifted, in UTC with milliseconds.
 *
 * @param by milliseconds
 */
export function shiftTimes<Value>(value: Value, by: number): Value {
  if (Array.isArray(value)) return value.map((one) => shiftTimes(one, by)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' ? shiftTime(name, member, by) : shiftTimes(member, by),
    ]),
  ) as Value;
}

const shiftTime = (name: string, text: string, by: number): string =>
  timeName.test(name) && timePattern.test(text)
    ? new Date(Date.parse(text) + by).toISOString()
    : text;
