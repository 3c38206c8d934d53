import { addressOf, type Line, numberOf, UsageError } from './arguments.ts';
import { type Ask, controlClient } from './control-client.ts';
import { readJsonFile } from './files.ts';
import { createOutput } from './output.ts';

interface Moved {
  id: string;
  status: string;
  revision: number;
  store_id?: string;
  /** Instead of an order: the scenario that waits, and for which operation. */
  scenario?: string;
  waits_for?: string;
}

const sandboxOf = (line: Line): Ask =>
  controlClient(addressOf('url', line.value('url') ?? 'http://127.0.0.1:4010'));

/** Lets an order arrive. */
export async function order(line: Line): Promise<number> {
  const [store, scenario, file] = ['store', 'scenario', 'order'].map((name) => line.value(name));
  const arrived = (await sandboxOf(line)('POST', '/orders', {
    ...(store !== undefined && { store_id: store }),
    ...(scenario !== undefined && { scenario }),
    ...(file !== undefined && { order: readJsonFile(file) }),
  })) as Moved;
  const words =
    arrived.waits_for === undefined
      ? `${arrived.id} has arrived at ${arrived.store_id}; it is ${arrived.status}.`
      : `${arrived.scenario} waits for ${arrived.waits_for} at ${arrived.store_id}.`;
  createOutput(line.has('json')).print(words, arrived);
  return 0;
}

/** Moves a booking, an order, or the clock. */
export async function advance(line: Line): Promise<number> {
  const [id] = line.words;
  const [to, seconds] = [line.value('to'), line.value('seconds')];
  const { print } = createOutput(line.has('json'));
  if ((id === undefined) === (seconds === undefined))
    throw new UsageError('Say what to move: an ID, or the clock with --seconds N.');
  if (seconds !== undefined) {
    if (to !== undefined) throw new UsageError('--to goes with an ID, not with --seconds.');
    const clock = (await sandboxOf(line)('PUT', '/clock', {
      advance_seconds: numberOf('seconds', seconds, 0, 31_622_400),
    })) as { now: string };
    print(`It is ${clock.now} in the sandbox.`, clock);
    return 0;
  }
  const kind = /^bkg_/.test(id ?? '') ? 'bookings' : /^ord_/.test(id ?? '') ? 'orders' : undefined;
  if (kind === undefined)
    throw new UsageError(`'${id}' is the id neither of a booking (bkg_…) nor of an order (ord_…).`);
  const path = `/${kind}/${encodeURIComponent(id as string)}/advance`;
  const moved = (await sandboxOf(line)('POST', path, to === undefined ? {} : { to })) as Moved;
  print(`${moved.id} is ${moved.status} (revision ${moved.revision}).`, moved);
  return 0;
}

/** Lets a sandbox begin anew. */
export async function reset(line: Line): Promise<number> {
  const [seed, file] = [line.value('seed'), line.value('data')];
  const anew = (await sandboxOf(line)('POST', '/reset', {
    ...(seed !== undefined && { seed }),
    ...(file !== undefined && { data: readJsonFile(file) }),
  })) as { seed: string };
  createOutput(line.has('json')).print(
    `Everything is forgotten; it begins anew with the seed ${anew.seed}.`,
    anew,
  );
  return 0;
}
