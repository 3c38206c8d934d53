const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Matches the names of members that can contain times. */
const timeName = /(^|_)(at|by|until)$/;

/**
 * Returns a copy of a value in which times are shifted and formatted in UTC with milliseconds. A
 * string is a time if it has RFC 3339 format and the last word of its member name is `at`, `by` or
 * `until`.
 *
 * @param by offset, in milliseconds
 */
export function shiftTimes<Value>(value: Value, by: number): Value {
  if (Array.isArray(value)) return value.map((item) => shiftTimes(item, by)) as Value;
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
