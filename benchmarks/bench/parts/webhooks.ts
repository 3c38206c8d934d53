import { signWebhook } from '@delivery-api/marketplace-client/testing';
import { unwrapWebhook } from '@delivery-api/marketplace-client/webhooks';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { installedVersions } from '../../report/machine.ts';
import { type Row, row } from '../../report/results.ts';
import { apis, eventExample } from '../../shared/contracts.ts';
import { sampleOf } from '../../shared/statistics.ts';
import { compare, limitedRow, type Part, type PartOptions } from '../part.ts';
import { advanceBookings, catchUpSeconds, deliverySeconds } from './deliveries.ts';

interface SignedEvent {
  body: string;
  headers: Record<string, string>;
}
type Verify = (event: SignedEvent) => Promise<{ id?: unknown }>;

/** Functions that verify and parse an event as the documentation of their library shows. */
const verifiers: Readonly<Record<string, (secret: string) => Verify>> = {
  'our client':
    (secret) =>
    async ({ body, headers }) =>
      (await unwrapWebhook(body, headers, secret)).event,
  standardwebhooks: (secret) => {
    const webhook = new Webhook(secret);
    return async ({ body, headers }) => webhook.verify(body, headers) as { id: string };
  },
  svix: (secret) => {
    const webhook = new SvixWebhook(secret);
    return async ({ body, headers }) => {
      webhook.verify(body, headers);
      return JSON.parse(body) as { id: string };
    };
  },
};
const libraries = Object.keys(verifiers);

/** Verification by the client and by other libraries, and deliveries of the sandbox. */
export const webhooks: Part = async (options) => {
  const { quick, rounds = quick ? 1 : 5, log } = options;
  const verified = await measureVerification(options);
  const events = quick ? 100 : 1_000;
  const rates: number[] = [];
  const catchUps: number[] = [];
  for (let round = 0; round < rounds; round++) {
    log(`deliveries: round ${round + 1} of ${rounds}`);
    rates.push(events / (await deliverySeconds(events)));
    catchUps.push(await catchUpSeconds(events));
  }
  const advance = await measureAdvance(options);
  return {
    versions: installedVersions(['@delivery-api/marketplace-client', 'standardwebhooks', 'svix']),
    how:
      'Each library verifies and parses the same signed event, one call at a time. While the sandbox ' +
      'creates the orders, it delivers their events to a receiver on the same machine, which ' +
      'returns 204 immediately. For the catch-up, the receiver is down while the sandbox creates ' +
      'the orders. Then the receiver starts, and the simulated clock advances past the first retry. ' +
      'For the advance, the receiver returns 204 immediately to every event of the bookings.',
    tables: [
      { id: 'verify', title: 'Verified events per second', columns: libraries, rows: verified },
      {
        id: 'deliver',
        title: 'Sandbox deliveries',
        columns: ['sandbox'],
        rows: [
          row(`orders created and ${events} events delivered`, '1/s', { sandbox: sampleOf(rates) }),
          row(`catch-up of ${events} events`, 's', { sandbox: sampleOf(catchUps) }),
          ...advance,
        ],
      },
    ],
    notes: [],
  };
};

/** Measures an advance of two hours, in which each booking is delivered and causes seven events. */
async function measureAdvance({ quick, rounds = quick ? 1 : 3, log }: PartOptions): Promise<Row[]> {
  const bookings = quick ? 100 : 3_000;
  const measured: Awaited<ReturnType<typeof advanceBookings>>[] = [];
  for (let round = 0; round < rounds; round++) {
    log(`advance: round ${round + 1} of ${rounds}`);
    measured.push(await advanceBookings(bookings, 7_200));
  }
  const what = `advance of two hours with ${bookings} bookings (${measured[0]?.events} events)`;
  const seconds = sampleOf(measured.map((one) => one.seconds));
  const processor = measured.flatMap((one) => one.processor ?? []);
  return [
    limitedRow(what, 's', 'sandbox', seconds, { atMost: 8 }),
    ...(processor.length > 0
      ? [row(`${what}, CPU time`, 's', { sandbox: sampleOf(processor) })]
      : []),
  ];
}

async function measureVerification({
  quick,
  rounds = quick ? 3 : 11,
  log,
}: PartOptions): Promise<Row[]> {
  const secret = apis.marketplace.contract.webhooks[0]?.delivery.test_vector.secret ?? '';
  const [ours = '', ...others] = libraries;
  const calls = quick ? 200 : 2_000;
  const rows: Row[] = [];
  for (const [name, event] of [
    ['order_created', eventExample('marketplace')],
    ['small event', { id: 'evt_1', type: 'ping' }],
  ] as const) {
    const signed: SignedEvent = await signWebhook(event as { id: string }, { secret });
    const what = `${name}, ${Buffer.byteLength(signed.body)} bytes`;
    log(what);
    const verify = new Map(
      Object.entries(verifiers).map(([library, create]) => [library, create(secret)]),
    );
    const measure = async (library: string): Promise<number> => {
      const start = performance.now();
      for (let call = 0; call < calls; call++) {
        const { id } = await (verify.get(library) as Verify)(signed);
        if (typeof id !== 'string') throw new Error(`${library} returned no event.`);
      }
      return calls / ((performance.now() - start) / 1000);
    };
    const comparisons = others.map((to) => ({
      of: ours,
      to,
      ...(to === 'standardwebhooks' && { atLeast: 1 }),
    }));
    const metric = { what, unit: '1/s', value: (rate: number) => rate, comparisons };
    rows.push(...(await compare(libraries, rounds, measure, [metric])));
  }
  return rows;
}
