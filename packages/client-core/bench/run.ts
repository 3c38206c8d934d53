// node bench/run.ts [--rounds 41] [--operations 260] [--with <folder with node_modules of other generators>]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { loadContract } from '@delivery-api/specs/contract';
import { heyApi, openapiFetch, ours, type Peer, raw, redocly, redoclyTrying, root } from './peers.ts';
import { bundled, sizeOf } from './size.ts';
import { type Connected, timesOf } from './time.ts';
import { multiplied, typeCostOf } from './types.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '41' }, operations: { type: 'string', default: '260' }, with: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'client-bench-'));
try {
  const file = join(root, 'specs/dist/lastmile.json');
  const contract = loadContract(file);
  const document = readFileSync(file, 'utf8');
  const more = values.with ? heyApi(join(values.with, 'node_modules')) : undefined;
  const peers: Peer[] = [raw, openapiFetch, ours, redocly, redoclyTrying, ...(more ? [more] : [])];
  const operations = multiplied(contract, Number(values.operations));

  const sizes = new Map<string, { minified: number; gzipped: number }>();
  const clients = new Map<string, Connected>();
  const [example] = contract.operations.find(({ id }) => id === 'createBooking')?.request?.examples ?? [];
  const answer = JSON.stringify(contract.operations.find(({ id }) => id === 'createBooking')?.success.content?.examples[0]?.value);
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(answer)), 'request-id': 'req_1' };
  const fetch = async () => new Response(answer, { headers });
  for (const [index, peer] of peers.entries()) {
    const place = join(folder, `app-${index}`);
    const module = await bundled(peer, place, document);
    sizes.set(peer.name, await sizeOf(place));
    const { connect } = (await import(pathToFileURL(module).href)) as { connect: (own: typeof fetch) => Connected };
    clients.set(peer.name, connect(fetch));
  }
  const times = await timesOf(clients, example?.value, Number(values.rounds));

  const bare = times.get(openapiFetch.name);
  const rows: (string | number)[][] = [];
  for (const [index, peer] of peers.entries()) {
    const cost = await typeCostOf(peer, join(folder, `types-${index}`), operations);
    const time = times.get(peer.name);
    const ratio = (kind: 'post' | 'get') => ((time?.[kind] ?? 0) / (bare?.[kind] ?? 1)).toFixed(2);
    rows.push([
      peer.name,
      peer.keepsTrying ? 'yes' : 'no',
      sizes.get(peer.name)?.minified ?? '',
      sizes.get(peer.name)?.gzipped ?? '',
      `${Math.round(time?.post ?? 0)} (${ratio('post')})`,
      `${Math.round(time?.get ?? 0)} (${ratio('get')})`,
      cost?.instantiations ?? '–',
      cost?.types ?? '–',
      cost?.checkSeconds ?? '–',
    ]);
  }
  console.log(
    `Node ${process.version}, median of ${values.rounds} interleaved rounds of 400 calls; types of ${values.operations} operations.\n`,
  );
  console.log(
    '| Client | retries, time-outs on | min B | gzip B | POST ns (× bare) | GET ns (× bare) | instantiations | types | check s |',
  );
  console.log('|---|---|--:|--:|--:|--:|--:|--:|--:|');
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
