/**
 * Returns an object whose members are new copies of JSON values on each access, so that one test
 * cannot change the fixtures of another test.
 */
export function copies<T extends object>(examples: T): T {
  const result = {} as T;
  for (const key of Object.keys(examples) as (keyof T)[])
    Object.defineProperty(result, key, {
      enumerable: true,
      // `structuredClone` is missing in jsdom.
      get: () => JSON.parse(JSON.stringify(examples[key])),
    });
  return result;
}
