import { interleaved } from '../../../tools/interleave.ts';
import { type Sample, sampleOf } from '../../../tools/statistics.ts';
import { caughtUp, delivered } from '../lib/deliveries.ts';
import { versionOf } from '../lib/machine.ts';
import { type Row, ratio, row } from '../lib/results.ts';
import { contractOf } from '../lib/servers.ts';
import type { MeasurePart, Options } from './part.ts';
import { type Signed, verifiers } from './verifiers.ts';

/**
 * Events verified in a second, by our clients and by the libraries of Standard Webhooks; and how
 * many the sandbox delivers.
 */
export const webhooks: MeasurePart = async (options) => {
  const verified = await verifiedPerSecond(options);
  const events = options.quick ? 100 : 1_000;
  const rounds = options.quick ? 1 : 5;
  const sending: number[] = [];
  const catching: number[] = [];
  for (let round = 0; round < rounds; round++) {
    options.say(`deliveries: round ${round + 1} of ${rounds}`);
    sending.push(events / (await delivered(events)));
    catching.push(await caughtUp(events));
  }
  return {
    versions: {
      '@delivery-api/marketplace-client': versionOf('@delivery-api/marketplace-client'),
      standardwebhooks: versionOf('standardwebhooks'),
      svix: versionOf('svix'),
    },
    how:
      'One after the other, each library verifies the same signed event, one call awaited before the next, and parses it. The sandbox delivers to a receiver on ' +
      'the same machine that answers 204 at once: it makes the orders meanwhile. For the catch-up the receiver is down while the orders are made, comes back, and the clock is moved to the first repeat.',
    tables: [
      {
        id: 'verify',
        title: 'Events verified per second',
        columns: [...Object.keys(verifiers)],
        rows: verified,
      },
      {
        id: 'deliver',
        title: 'Deliveries of the sandbox',
        columns: ['sandbox'],
        rows: [
          row(`orders made and their ${events} events delivered`, '1/s', {
            sandbox: sampleOf(sending),
          }),
          row(`catch-up of ${events} events after the receiver was down`, 's', {
            sandbox: sampleOf(catching),
          }),
        ],
      },
    ],
    notes: [],
  };
};

async function verifiedPerSecond({ quick, say }: Options): Promise<Row[]> {
  const [webhook] = contractOf('marketplace').webhooks;
  const [example] = webhook?.content.examples ?? [];
  if (webhook === undefined || example === undefined)
    throw new Error('The contract has no example of order_created.');
  const { secret } = webhook.delivery.test_vector;
  const { signWebhook } = await import('@delivery-api/marketplace-client/testing');
  const signed: Signed = await signWebhook(example.value as { id: string }, { secret });
  const small: Signed = await signWebhook({ id: 'evt_1', type: 'ping' } as { id: string }, {
    secret,
  });
  const names = Object.keys(verifiers);
  const rows: Row[] = [];
  for (const [what, one] of [
    [`order_created, ${Buffer.byteLength(signed.body)} bytes`, signed],
    [`a small event, ${Buffer.byteLength(small.body)} bytes`, small],
  ] as const) {
    say(what);
    const ready = new Map(
      names.map((name) => [name, (verifiers[name] as (typeof verifiers)[string])(secret)]),
    );
    const calls = quick ? 200 : 2_000;
    const measured = await interleaved(
      names,
      quick ? 3 : 11,
      async (name) => {
        const verify = ready.get(name) as (delivery: Signed) => Promise<{ id?: unknown }>;
        const begun = performance.now();
        for (let call = 0; call < calls; call++)
          if (typeof (await verify(one)).id !== 'string')
            throw new Error(`${name} gives no event.`);
        return calls / ((performance.now() - begun) / 1000);
      },
      { warmUp: 1 },
    );
    const values: Record<string, Sample> = Object.fromEntries(
      [...measured].map(([name, all]) => [name, sampleOf(all)]),
    );
    const [ours, ...others] = names as [string, ...string[]];
    rows.push(
      row(
        what,
        '1/s',
        values,
        others.map((other) => ratio(values, ours, other)),
      ),
    );
  }
  return rows;
}
