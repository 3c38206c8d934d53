import { createHmac, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';
import type { Attack } from '../attack.ts';
import { interfaces } from '../judge.ts';
import type { Random } from '../random.ts';

type Headers = Record<string, string | string[]>;

interface Delivery {
  body: Buffer;
  headers: Headers;
}

const bytesOf = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => random.below(256)));
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(6), 'base64');
const macOf = (key: Buffer, id: string, timestamp: string, body: Buffer): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');

/**
 * Ways to lie about a delivery. Some of them are honest in the end, which an independent check of
 * the same delivery says.
 */
const tricks: Record<
  string,
  (delivery: Delivery, mac: string, random: Random, otherKey: Buffer) => Delivery
> = {
  nothing: (delivery) => delivery,
  'a version with a letter': (one, mac) => signedBy(one, `v1a,${mac}`),
  'a version in upper case': (one, mac) => signedBy(one, `V1,${mac}`),
  'a version with a space': (one, mac) => signedBy(one, `v1 ,${mac}`),
  'several versions, the right one last': (one, mac) =>
    signedBy(one, `v0,${mac} v1a,${mac} v2,AAAA v1,${mac}`),
  'no list at all': (one) => signedBy(one, ''),
  'a list of nothing': (one) => signedBy(one, ' , , '),
  'an empty signature': (one) => signedBy(one, 'v1,'),
  'many empty signatures': (one) => signedBy(one, 'v1, '.repeat(50)),
  'white space around': (one, mac) => signedBy(one, `  v1,${mac}  `),
  'tabs in between': (one, mac) => signedBy(one, `v1,AAAA\tv1,${mac}`),
  'a line feed': (one, mac) => signedBy(one, `v1,${mac}\n`),
  'Base64 without padding': (one, mac) => signedBy(one, `v1,${mac.replaceAll('=', '')}`),
  'Base64 of another alphabet': (one, mac) =>
    signedBy(one, `v1,${mac.replaceAll('+', '-').replaceAll('/', '_')}`),
  'Base64 with padding in the middle': (one, mac) =>
    signedBy(one, `v1,${mac.slice(0, 20)}=${mac.slice(21)}`),
  'Base64 with other last bits': (one, mac) =>
    signedBy(one, `v1,${mac.slice(0, 42)}${String.fromCharCode(mac.charCodeAt(42) + 1)}=`),
  'hexadecimal digits': (one, mac) =>
    signedBy(one, `v1,${Buffer.from(mac, 'base64').toString('hex')}`),
  'a signature cut short': (one, mac, random) =>
    signedBy(one, `v1,${mac.slice(0, random.below(43))}`),
  'a longer signature': (one, mac) => signedBy(one, `v1,${mac}${mac}`),
  'a signature of 32 zeros': (one) => signedBy(one, `v1,${Buffer.alloc(32).toString('base64')}`),
  'a comma for a space': (one, mac) => signedBy(one, `v1,AAAA,v1,${mac}`),
  'headers in lists': (one, mac) => signedBy(one, [`v1,${mac}`, 'v1,AAAA']),
  'a list of one': (one, mac) => signedBy(one, [`v1,${mac}`]),
  'letters that look alike': (one, mac) => signedBy(one, `v\uff11,${mac}`),
  'an id with a dot': (one, _, __, ___) => ({
    ...one,
    headers: { ...one.headers, 'webhook-id': `${one.headers['webhook-id']}.1` },
  }),
  'an id that takes in the timestamp': (one) => ({
    ...one,
    headers: {
      ...one.headers,
      'webhook-id': `${one.headers['webhook-id']}.${one.headers['webhook-timestamp']}`,
    },
  }),
  'an id beyond ASCII': (one) => ({
    ...one,
    headers: { ...one.headers, 'webhook-id': 'evt_\u00e9\u{1f4a5}' },
  }),
  'a long id': (one) => ({
    ...one,
    headers: { ...one.headers, 'webhook-id': 'e'.repeat(100_000) },
  }),
  'no id': (one) => ({ ...one, headers: { ...one.headers, 'webhook-id': '' } }),
  'a timestamp in another form': (one, _, random) => {
    const timestamp = String(one.headers['webhook-timestamp']);
    const form = random.pick([
      `+${timestamp}`,
      ` ${timestamp}`,
      `${timestamp}.0`,
      `0${timestamp}`,
      `0x${Number(timestamp).toString(16)}`,
      `${timestamp}e0`,
      `${timestamp}000`,
      new Date(Number(timestamp) * 1000).toISOString(),
      `-${timestamp}`,
      'NaN',
      'Infinity',
      [...timestamp].map((digit) => String.fromCharCode(0x660 + Number(digit))).join(''),
    ]);
    return { ...one, headers: { ...one.headers, 'webhook-timestamp': form } };
  },
  'an older or newer timestamp': (one, _, random) => ({
    ...one,
    headers: {
      ...one.headers,
      'webhook-timestamp': String(
        Number(one.headers['webhook-timestamp']) + random.pick([-1, 1, -301, 301, 86_400]),
      ),
    },
  }),
  'another body': (one, _, random) => ({
    ...one,
    body: random.pick([
      Buffer.from(`${one.body} `),
      Buffer.from(`\ufeff${one.body}`),
      Buffer.from(JSON.stringify(JSON.parse(String(one.body)), null, 1)),
      one.body.subarray(1),
      Buffer.alloc(0),
      Buffer.from(String(one.body), 'utf16le'),
    ]),
  }),
  'a body that begins in the headers': (one) => ({
    body: one.body.subarray(1),
    headers: {
      ...one.headers,
      'webhook-timestamp': `${one.headers['webhook-timestamp']}.${String.fromCharCode(one.body[0] ?? 0)}`,
    },
  }),
  'one bit turned': (one, _, random) => {
    const body = Buffer.from(one.body);
    const at = random.below(body.length);
    body[at] = (body[at] ?? 0) ^ (1 << random.below(8));
    return { ...one, body };
  },
  'the secret of somebody else': (one, _, __, otherKey) =>
    signedBy(
      one,
      `v1,${macOf(otherKey, String(one.headers['webhook-id']), String(one.headers['webhook-timestamp']), one.body)}`,
    ),
  'an empty key': (one) =>
    signedBy(
      one,
      `v1,${macOf(Buffer.alloc(0), String(one.headers['webhook-id']), String(one.headers['webhook-timestamp']), one.body)}`,
    ),
  'a very long list': (one, mac, random) =>
    signedBy(
      one,
      `${`v1,${random.chance(0.5) ? Buffer.alloc(32).toString('base64') : 'A'} `.repeat(100_000)}v1,${mac}`,
    ),
  'one endless signature': (one) => signedBy(one, `v1,${'A'.repeat(5_000_000)}`),
  'the names of a prototype': (one) => ({
    ...one,
    headers: {
      ...one.headers,
      ...(JSON.parse('{"__proto__":["x"],"constructor":"y"}') as Headers),
    },
  }),
};

const signedBy = (delivery: Delivery, signature: string | string[]): Delivery => ({
  ...delivery,
  headers: { ...delivery.headers, 'webhook-signature': signature },
});

/**
 * Deliveries that were tampered with: never taken for an event unless an independent check says so,
 * told apart in types, in time, without the secret.
 */
export const signatures: Attack = {
  name: 'signatures',
  title: 'tricks with signatures, ids, timestamps, headers and bodies of deliveries',
  async run({ random, runs, tell, tried }) {
    const event = Buffer.from(
      JSON.stringify(interfaces[0]?.contract.webhooks[0]?.content.examples[0]?.value),
    );
    let taken = 0;
    for (let run = 0; run < Math.ceil(runs / 10); run++) {
      for (const [name, trick] of Object.entries(tricks)) {
        const secret = `whsec_${bytesOf(random, random.pick([24, 32, 64])).toString('base64')}`;
        const id = `evt_${random.below(1e9)}`;
        const timestamp = String(1_795_200_000 + random.below(1000));
        const mac = macOf(keyOf(secret), id, timestamp, event);
        const honest: Delivery = {
          body: event,
          headers: {
            'webhook-id': id,
            'webhook-timestamp': timestamp,
            'webhook-signature': `v1,${mac}`,
          },
        };
        const { body, headers } = trick(honest, mac, random, bytesOf(random, 32));
        const isGood = independently(body, headers, secret, Number(timestamp));
        tried();
        const begun = process.cpuUsage();
        const outcome = await unwrapWebhook(
          body,
          headers,
          [`whsec_${randomBytes(32).toString('base64')}`, secret],
          { now: () => Number(timestamp) * 1000 },
        ).then(
          () => 'taken',
          (error: unknown) => error,
        );
        const { user, system } = process.cpuUsage(begun);
        const milliseconds = (user + system) / 1000;
        const say = (what: string): void =>
          tell(`${name}: ${what}`, `${JSON.stringify(headers).slice(0, 600)} with ${secret}`);
        if (outcome === 'taken') taken++;
        if (outcome === 'taken' && !isGood) say('taken for an event, though it is forged');
        if (outcome !== 'taken' && name === 'nothing')
          say(`refused, though it is honest: ${outcome}`);
        if (outcome !== 'taken' && !(outcome instanceof WebhookVerificationError))
          say(`it rejects with a bare ${inspect(outcome, { depth: 0 }).slice(0, 200)}`);
        if (
          outcome !== 'taken' &&
          [secret, secret.slice(6), mac].some((one) => inspect(outcome, { depth: 5 }).includes(one))
        )
          say('the error tells a secret or a signature');
        if (milliseconds > 1_000) say(`it takes ${Math.round(milliseconds)} ms of the processor`);
      }
    }
    return `${taken} honest ones taken`;
  },
};

/**
 * The same question answered by other means: Node's own HMAC, and the rules of the contract read
 * strictly.
 */
function independently(body: Buffer, headers: Headers, secret: string, now: number): boolean {
  const value = (name: string): string | undefined => {
    const found = [headers[name] ?? []].flat();
    return found.length === 1 ? found[0] : undefined;
  };
  const [id, timestamp, signature] = [
    value('webhook-id'),
    value('webhook-timestamp'),
    value('webhook-signature'),
  ];
  if (id === undefined || timestamp === undefined || signature === undefined) return false;
  if (id.includes('.') || !/^[1-9]\d*$/.test(timestamp) || Math.abs(now - Number(timestamp)) > 300)
    return false;
  const mac = Buffer.from(macOf(keyOf(secret), id, timestamp, body), 'base64');
  return signature
    .split(' ')
    .some((one) => one.startsWith('v1,') && Buffer.from(one.slice(3), 'base64').equals(mac));
}
