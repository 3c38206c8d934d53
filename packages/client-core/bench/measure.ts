import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadContract } from '@delivery-api/specs/contract';
import { type Peer, root } from './peers.ts';
import { bundled, type Size, sizeOf } from './size.ts';
import { type Connected, type Timing, timesOf } from './time.ts';
import { multiplied, type TypeCost, typeCostOf } from './types.ts';

/** What was measured of one client; its types only where it has some. */
export type Measured = { name: string; keepsTrying: boolean } & Size & Timing & Partial<TypeCost>;

/**
 * Measures the clients in one process: the size of an app of two calls, the time of a call, and
 * what the compiler needs for one call of each operation.
 *
 * @param rounds how often the time is taken
 * @param operations how many operations the contract is multiplied to
 */
export async function measure(
  peers: readonly Peer[],
  rounds: number,
  operations: number,
): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'client-bench-'));
  try {
    const file = join(root, 'specs/dist/lastmile.json');
    const contract = loadContract(file);
    const document = readFileSync(file, 'utf8');
    const booking = contract.operations.find(({ id }) => id === 'createBooking');
    const answer = JSON.stringify(booking?.success.content?.examples[0]?.value);
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(answer)),
      'request-id': 'req_1',
    };
    const fetch = async () => new Response(answer, { headers });

    const sizes: Size[] = [];
    const clients = new Map<string, Connected>();
    for (const [index, peer] of peers.entries()) {
      const app = join(folder, `app-${index}`);
      const module = await bundled(peer, app, document);
      sizes.push(await sizeOf(app));
      const { connect } = (await import(pathToFileURL(module).href)) as {
        connect: (own: typeof fetch) => Connected;
      };
      clients.set(peer.name, connect(fetch));
    }
    const times = await timesOf(clients, booking?.request?.examples[0]?.value, rounds);
    const calls = multiplied(contract, operations);
    const all: Measured[] = [];
    for (const [index, peer] of peers.entries()) {
      const { name, keepsTrying } = peer;
      const types = await typeCostOf(peer, join(folder, `types-${index}`), calls);
      all.push({
        name,
        keepsTrying,
        ...(sizes[index] as Size),
        ...(times.get(name) as Timing),
        ...types,
      });
    }
    return all;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
