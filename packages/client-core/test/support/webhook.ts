import { expect } from 'vitest';
import { signWebhook } from '../../src/testing/index.js';
import { WebhookVerificationError } from '../../src/webhooks/index.js';
import { rejectionOf } from './stub.js';

/** Returns the webhook secret of a key. */
export const secretOf = (bytes: Uint8Array): string =>
  `whsec_${Buffer.from(bytes).toString('base64')}`;

export const secret = secretOf(new Uint8Array(32).fill(7));
export const otherSecret = secretOf(new Uint8Array(32).fill(8));
export const signedAt = new Date('2026-11-20T18:03:02Z');
/** Clock of the receiver: the time of the signature. */
export const now = () => signedAt.getTime();

export const event = {
  id: 'evt_01JD5KJ4W7F3',
  type: 'bookingUpdated',
  occurred_at: '2026-11-20T18:03:02.000Z',
  api_version: '1.0',
  test: true,
  data: { note: 'Grüße 🛵' },
};

/** Signs {@link event} at {@link signedAt}. */
export const sign = (options: object = {}) =>
  signWebhook(event, { secret, timestamp: signedAt, ...options });

/** Returns the code of the verification error that a promise rejects with. */
export const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await rejectionOf<WebhookVerificationError>(promise);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return error.code;
};
