/** Freezes a value deeply, so that one test cannot change the fixtures of another test. */
export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
