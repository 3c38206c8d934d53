import { interleaved } from '../../../tools/interleave.ts';
import { type Sample, sampleOf } from '../../../tools/statistics.ts';
import { seeded } from './seeded.ts';

/** What the module of a client gives. */
export interface Connected {
  post(body: unknown): Promise<unknown>;
  get(): Promise<unknown>;
}

/** Nanoseconds of one call. */
export interface Timing {
  post: Sample;
  get: Sample;
}

/**
 * Times a call of each client on a `fetch` that answers at once, so that nothing but the client's
 * own work remains.
 *
 * @param rounds at least 41, for a median that holds still
 */
export async function timesOf(
  clients: ReadonlyMap<string, Connected>,
  body: unknown,
  rounds: number,
  calls = 400,
): Promise<Map<string, Timing>> {
  const each = async (call: () => Promise<unknown>): Promise<number> => {
    const start = process.hrtime.bigint();
    for (let count = 0; count < calls; count++) await call();
    return Number(process.hrtime.bigint() - start) / calls;
  };
  const measured = await interleaved(
    [...clients.keys()],
    rounds,
    async (name) => {
      const client = clients.get(name) as Connected;
      return { post: await each(() => client.post(body)), get: await each(() => client.get()) };
    },
    { warmUp: 3, random: seeded(20261120) },
  );
  return new Map(
    [...measured].map(([name, times]) => [
      name,
      { post: sampleOf(times.map(({ post }) => post)), get: sampleOf(times.map(({ get }) => get)) },
    ]),
  );
}
