import { expect, it } from 'vitest';
import { suggest } from '../../src/kernel/suggest.ts';

it.each([
  ['--prot', '--port'],
  ['--poort', '--port'],
  ['--PORT', '--port'],
  ['--hsot', '--host'],
  ['--listen', undefined],
  ['', undefined],
])('the suggestion for the name %j is %j', (word, expected) => {
  expect(suggest(word, ['--port', '--host', '--quiet'])).toBe(expected);
});

it('suggest takes less than 200 ms for a word of a million characters', () => {
  const started = performance.now();
  suggest('x'.repeat(1_000_000), ['--port', '--host']);
  expect(performance.now() - started).toBeLessThan(200);
});
