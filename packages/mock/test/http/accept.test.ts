import { expect, it } from 'vitest';
import { acceptsJson } from '../../src/http/accept.ts';

it.each<[string | undefined, boolean]>([
  [undefined, true],
  ['', true],
  ['*/*', true],
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/*', true],
  ['text/html, application/json;q=0.1', true],
  ['application/json, application/problem+json', true],
  ['text/html, */*;q=0.8', true],
  ['application/json;q=often', true],
  ['application/problem+json', false],
  ['text/html', false],
  ['application/xml', false],
  ['application/json;q=0', false],
  ['*/*, application/json;q=0.0', false],
  ['*/*;q=0', false],
  ['application/*;q=0, */*', false],
])('acceptsJson(%j) returns %j', (accept, expected) => {
  expect(acceptsJson(accept)).toBe(expected);
});
