/** Freezes a value with all that is in it, so that one test cannot change what another one sees. */
export function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
