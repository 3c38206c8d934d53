import { createHmac, timingSafeEqual } from 'node:crypto';

// region: verify
interface Received {
  headers: Record<string, string>;
  /** What came over the line, byte for byte. */
  body: Buffer | string;
  /** `whsec_…`; during a rotation both. */
  secrets: string[];
  /** In seconds. */
  now?: number;
}

/** Whether an event is genuine and fresh, as Standard Webhooks has it. */
export function isGenuine({ headers, body, secrets, now = Date.now() / 1000 }: Received): boolean {
  const id = headers['webhook-id'];
  const sent = headers['webhook-timestamp'];
  const given = (headers['webhook-signature'] ?? '').split(' ');
  if (!(Math.abs(now - Number(sent)) <= 300)) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${sent}.`).update(body);
    const expected = Buffer.from(`v1,${mac.digest('base64')}`);
    return given
      .map((signature) => Buffer.from(signature))
      .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}
// endregion
