/** What the module of a client gives. */
export interface Connected {
  post(body: unknown): Promise<unknown>;
  get(): Promise<unknown>;
}

/** Nanoseconds of one call, the median of all rounds, by client. */
export interface Timing {
  post: number;
  get: number;
}

/**
 * Times a call of each client on a `fetch` that answers at once, so that nothing but the client's own work remains. Each round takes the clients in another
 * order, so that what the machine does meanwhile meets them all.
 *
 * @param rounds at least 41, for a median that holds still
 */
export async function timesOf(
  clients: ReadonlyMap<string, Connected>,
  body: unknown,
  rounds: number,
  calls = 400,
): Promise<Map<string, Timing>> {
  const samples = new Map([...clients.keys()].map((name) => [name, { post: [] as number[], get: [] as number[] }]));
  const random = seeded(20261120);
  for (let round = -3; round < rounds; round++) {
    for (const name of shuffled([...clients.keys()], random)) {
      const client = clients.get(name) as Connected;
      for (const kind of ['post', 'get'] as const) {
        const start = process.hrtime.bigint();
        for (let call = 0; call < calls; call++) await (kind === 'post' ? client.post(body) : client.get());
        const each = Number(process.hrtime.bigint() - start) / calls;
        // The first rounds only warm up.
        if (round >= 0) samples.get(name)?.[kind].push(each);
      }
    }
  }
  return new Map([...samples].map(([name, { post, get }]) => [name, { post: median(post), get: median(get) }]));
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
