/** A local date and time of day. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  date: string;
  /** Minutes since midnight. */
  minutes: number;
}

const day = 24 * 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the formatter for a time zone.
 *
 * @throws {RangeError} for an unknown time zone
 */
function formatFor(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (format === undefined) {
    const parts = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const;
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      ...parts,
    });
    formats.set(timezone, format);
  }
  return format;
}

export function isTimezone(timezone: string): boolean {
  try {
    formatFor(timezone);
    return true;
  } catch {
    return false;
  }
}

/** Returns the local time in a time zone at `moment`, which is in milliseconds since 1970. */
export function localTime(timezone: string, moment: number): LocalTime {
  const local = new Date(localAsUtc(timezone, moment)).toISOString();
  return {
    date: local.slice(0, 10),
    minutes: Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)),
  };
}

/**
 * Returns the moments at which a local time occurs. A time that is repeated when clocks go back has
 * two moments. For a time that is skipped when clocks go forward, returns the moment of the change.
 */
export function momentsOfLocalTime(timezone: string, { date, minutes }: LocalTime): number[] {
  const expected = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  const around = new Set([offsetAt(timezone, expected - day), offsetAt(timezone, expected + day)]);
  const moments = [...around]
    .map((offset) => expected - offset)
    .filter((moment) => localAsUtc(timezone, moment) === expected);
  return moments.length > 0
    ? moments.sort((a, b) => a - b)
    : offsetChanges(timezone, expected - day, expected + day);
}

/**
 * Returns an array with the moment between `from` and `until` at which the offset changes. The
 * array is empty if the offset does not change. The span must not contain two changes.
 */
export function offsetChanges(timezone: string, from: number, until: number): number[] {
  const before = offsetAt(timezone, from);
  if (before === offsetAt(timezone, until)) return [];
  let [low, high] = [from, until];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(timezone, middle) === before) low = middle;
    else high = middle;
  }
  return [high];
}

const minute = 60_000;
const cacheSize = 1_000;
const offsets = new Map<string, Map<number, number>>();

/**
 * Returns the offset of local time from UTC, in milliseconds. Offsets are cached per minute,
 * because `Intl` is slow and most requests need the same few offsets. Since 1972, offsets change
 * only at full minutes.
 */
function offsetAt(timezone: string, moment: number): number {
  const slot = Math.floor(moment / minute);
  const known = offsets.get(timezone) ?? new Map<number, number>();
  let offset = known.get(slot);
  if (offset === undefined) {
    offset = readOffset(timezone, slot * minute);
    if (known.size >= cacheSize) known.clear();
    known.set(slot, offset);
    offsets.set(timezone, known);
  }
  return offset;
}

/**
 * Returns the local time of a moment as if it were UTC, in milliseconds, rounded down to seconds.
 */
const localAsUtc = (timezone: string, moment: number): number =>
  Math.floor(moment / 1000) * 1000 + offsetAt(timezone, moment);

function readOffset(timezone: string, moment: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatFor(timezone).formatToParts(moment))
    parts[type] = Number(value);
  const { year = 0, month = 1, day: date = 1, hour = 0, minute: minutes = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hour, minutes, second) - moment;
}
