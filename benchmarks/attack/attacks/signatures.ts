import { createHmac, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';
import type { Random } from '../../../tools/random.ts';
import { eventExample } from '../../shared/contracts.ts';
import type { Attack } from '../context.ts';

type Headers = Record<string, string | string[]>;

interface Delivery {
  id: string;
  timestamp: string;
  body: Buffer;
  signature: string | string[];
  /** Additional headers. */
  headers?: Headers;
}

const sign = (key: Buffer, { id, timestamp, body }: Omit<Delivery, 'signature'>): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
const randomKey = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.below(256)));

const zeros = Buffer.alloc(32).toString('base64');
const lastBitsChanged = (mac: string): string =>
  `${mac.slice(0, 42)}${String.fromCharCode(mac.charCodeAt(42) + 1)}=`;

/** Values of `webhook-signature`. Some are valid; `verifyIndependently` decides which. */
const signatureValues: Record<string, (mac: string, random: Random) => string | string[]> = {
  unchanged: (mac) => `v1,${mac}`,
  'version v1a': (mac) => `v1a,${mac}`,
  'version V1': (mac) => `V1,${mac}`,
  'version with a space': (mac) => `v1 ,${mac}`,
  'version with a full-width digit': (mac) => `v\uff11,${mac}`,
  'several versions, the valid one last': (mac) => `v0,${mac} v1a,${mac} v2,AAAA v1,${mac}`,
  'empty header': () => '',
  'list without signatures': () => ' , , ',
  'empty signature': () => 'v1,',
  'many empty signatures': () => 'v1, '.repeat(50),
  'surrounding spaces': (mac) => `  v1,${mac}  `,
  'tab between signatures': (mac) => `v1,AAAA\tv1,${mac}`,
  'line feed': (mac) => `v1,${mac}\n`,
  'Base64 without padding': (mac) => `v1,${mac.replaceAll('=', '')}`,
  'Base64url alphabet': (mac) => `v1,${mac.replaceAll('+', '-').replaceAll('/', '_')}`,
  'padding in the middle': (mac) => `v1,${mac.slice(0, 20)}=${mac.slice(21)}`,
  'other unused Base64 bits': (mac) => `v1,${lastBitsChanged(mac)}`,
  'hexadecimal digits': (mac) => `v1,${Buffer.from(mac, 'base64').toString('hex')}`,
  'truncated signature': (mac, random) => `v1,${mac.slice(0, random.below(43))}`,
  'repeated signature': (mac) => `v1,${mac}${mac}`,
  'signature of 32 zero bytes': () => `v1,${zeros}`,
  'comma instead of space': (mac) => `v1,AAAA,v1,${mac}`,
  'two headers': (mac) => [`v1,${mac}`, 'v1,AAAA'],
  'array with one header': (mac) => [`v1,${mac}`],
  'very long list': (mac, random) =>
    `${`v1,${random.chance(0.5) ? zeros : 'A'} `.repeat(100_000)}v1,${mac}`,
  'very long signature': () => `v1,${'A'.repeat(5_000_000)}`,
};

const timestampForms = (timestamp: string): string[] => [
  ...[`+${timestamp}`, ` ${timestamp}`, `-${timestamp}`, `0${timestamp}`, `${timestamp}.0`],
  ...[`${timestamp}e0`, `${timestamp}000`, `0x${Number(timestamp).toString(16)}`],
  ...['NaN', 'Infinity', new Date(Number(timestamp) * 1000).toISOString()],
  [...timestamp].map((digit) => String.fromCharCode(0x660 + Number(digit))).join(''),
];

const changedBodies = (body: Buffer): Buffer[] => [
  Buffer.from(`${body} `),
  Buffer.from(`\ufeff${body}`),
  Buffer.from(JSON.stringify(JSON.parse(String(body)), null, 1)),
  body.subarray(1),
  Buffer.alloc(0),
  Buffer.from(String(body), 'utf16le'),
];

function flipBit(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  const index = random.below(copy.length);
  copy[index] = (copy[index] ?? 0) ^ (1 << random.below(8));
  return copy;
}

/** Other changes to a delivery. */
const changes: Record<string, (delivery: Delivery, random: Random) => Partial<Delivery>> = {
  'ID with a dot': ({ id }) => ({ id: `${id}.1` }),
  'ID that contains the timestamp': ({ id, timestamp }) => ({ id: `${id}.${timestamp}` }),
  'ID that is not ASCII': () => ({ id: 'evt_\u00e9\u{1f4a5}' }),
  'very long ID': () => ({ id: 'e'.repeat(100_000) }),
  'empty ID': () => ({ id: '' }),
  'other form of the timestamp': ({ timestamp }, random) => ({
    timestamp: random.pick(timestampForms(timestamp)),
  }),
  'other timestamp': ({ timestamp }, random) => ({
    timestamp: String(Number(timestamp) + random.pick([-1, 1, -301, 301, 86_400])),
  }),
  'other body': ({ body }, random) => ({ body: random.pick(changedBodies(body)) }),
  'body that starts in the timestamp': ({ body, timestamp }) => ({
    body: body.subarray(1),
    timestamp: `${timestamp}.${String.fromCharCode(body[0] ?? 0)}`,
  }),
  'one flipped bit': ({ body }, random) => ({ body: flipBit(body, random) }),
  'secret of another tenant': (delivery, random) => ({
    signature: `v1,${sign(randomKey(random, 32), delivery)}`,
  }),
  'empty key': (delivery) => ({ signature: `v1,${sign(Buffer.alloc(0), delivery)}` }),
  'prototype properties': () => ({
    headers: JSON.parse('{"__proto__":["x"],"constructor":"y"}') as Headers,
  }),
};

const variants: [
  name: string,
  change: (delivery: Delivery, mac: string, random: Random) => Partial<Delivery>,
][] = [
  ...Object.entries(signatureValues).map(([name, signature]): (typeof variants)[number] => [
    name,
    (_delivery, mac, random) => ({ signature: signature(mac, random) }),
  ]),
  ...Object.entries(changes).map(([name, change]): (typeof variants)[number] => [
    name,
    (delivery, _mac, random) => change(delivery, random),
  ]),
];

/** Manipulated deliveries. The client must accept only those that `verifyIndependently` accepts. */
export const signatures: Attack = {
  name: 'signatures',
  title: 'manipulated signatures, IDs, timestamps, headers, and bodies of deliveries',
  async run({ random, runs, report, count }) {
    const body = Buffer.from(JSON.stringify(eventExample('lastmile')));
    let accepted = 0;
    for (let run = 0; run < Math.ceil(runs / 10); run++) {
      for (const [name, change] of variants) {
        count();
        const key = randomKey(random, random.pick([24, 32, 64]));
        const secret = `whsec_${key.toString('base64')}`;
        const timestamp = String(1_795_200_000 + random.below(1000));
        const original = { id: `evt_${random.below(1e9)}`, timestamp, body };
        const mac = sign(key, original);
        const valid: Delivery = { ...original, signature: `v1,${mac}` };
        const delivery = { ...valid, ...change(valid, mac, random) };
        const { error, milliseconds } = await unwrap(delivery, secret, Number(timestamp));
        if (error === undefined) accepted++;
        const isValid = verifyIndependently(delivery, key, Number(timestamp));
        const defects = defectsOf(error, isValid, [secret, secret.slice(6), mac]);
        if (name === 'unchanged' && error !== undefined)
          defects.push('a valid delivery is rejected');
        if (milliseconds > 1_000) defects.push(`verification takes ${milliseconds} ms of CPU time`);
        const reproduce = `${JSON.stringify(headersOf(delivery)).slice(0, 600)} with ${secret}`;
        for (const defect of defects) report(`${name}: ${defect}`, reproduce);
      }
    }
    return `${accepted} valid deliveries accepted`;
  },
};

const headersOf = ({ id, timestamp, signature, headers }: Delivery): Headers => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
  ...headers,
});

/**
 * Verifies a delivery with the client. The first of two secrets does not match, as during a
 * rotation. Returns the error, or `undefined` for an accepted delivery, and the CPU time.
 */
async function unwrap(
  delivery: Delivery,
  secret: string,
  now: number,
): Promise<{ error: unknown; milliseconds: number }> {
  const secrets = [`whsec_${randomBytes(32).toString('base64')}`, secret];
  const start = process.cpuUsage();
  const error = await unwrapWebhook(delivery.body, headersOf(delivery), secrets, {
    now: () => now * 1000,
  }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { user, system } = process.cpuUsage(start);
  return { error, milliseconds: Math.round((user + system) / 1000) };
}

function defectsOf(error: unknown, isValid: boolean, secrets: readonly string[]): string[] {
  if (error === undefined) return isValid ? [] : ['a forged delivery is accepted'];
  const text = inspect(error, { depth: 5 });
  return [
    ...(error instanceof WebhookVerificationError ? [] : [`threw ${text.slice(0, 200)}`]),
    ...(secrets.some((one) => text.includes(one)) ? ['the error contains a secret'] : []),
  ];
}

/**
 * Returns whether a delivery is valid according to the contract, with a signature from
 * `node:crypto`. Accepts every form of Base64 that `Buffer.from` decodes.
 */
function verifyIndependently(delivery: Delivery, key: Buffer, now: number): boolean {
  const { id, timestamp } = delivery;
  const list = [delivery.signature].flat();
  if (list.length !== 1 || id === '' || id.includes('.')) return false;
  if (!/^[1-9]\d*$/.test(timestamp) || Math.abs(now - Number(timestamp)) > 300) return false;
  const mac = Buffer.from(sign(key, delivery), 'base64');
  return (list[0] as string)
    .split(' ')
    .some((one) => one.startsWith('v1,') && Buffer.from(one.slice(3), 'base64').equals(mac));
}
