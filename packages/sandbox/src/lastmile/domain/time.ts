export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Formats a time in UTC with milliseconds. */
export const instant = (time: number): string => new Date(time).toISOString();
