import { expect, it } from 'vitest';
import { retryAfter } from '../../src/webhooks/retry-after.ts';
import { isSecret } from '../../src/webhooks/sign.ts';
import { secret } from '../support/dispatcher.ts';

it.each<[string | undefined, number | undefined]>([
  [undefined, undefined],
  ['0', undefined],
  ['7', 7],
  ['86400', 3600],
  ['soon', undefined],
  ['Fri, 20 Nov 2026 18:00:30 GMT', 30],
  ['Fri, 20 Nov 2026 17:59:30 GMT', undefined],
])('retryAfter returns the number of seconds for the header %j: %j', (header, seconds) => {
  expect(retryAfter(header, Date.parse('2026-11-20T18:00:00Z'))).toBe(seconds);
});

it.each([
  [secret, true],
  ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', false],
  ['whsec_c2hvcnQ=', false],
  [`whsec_${'A'.repeat(100)}`, false],
])('isSecret(%j) returns %j', (text, usable) => {
  expect(isSecret(text)).toBe(usable);
});
