import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '../../tools/random.ts';
import { apis } from '../shared/contracts.ts';
import { sandboxControl } from '../shared/sandbox-control.ts';
import { quantile } from '../shared/statistics.ts';
import { Defects } from './defects.ts';
import { EventLog } from './event-log.ts';
import { Replicas } from './replicas.ts';
import { Workload } from './workload.ts';

export interface DurabilityOptions {
  /** The URL of the store. */
  store: string;
  replicas: number;
  /** The number of kills after which the load ends. */
  kills: number;
  /** The duration in seconds after which the load ends. */
  seconds: number;
  /** The mean delay before each kill, in seconds. */
  every: number;
  seed: string;
  log: (line: string) => void;
}

const workspaces = Array.from({ length: 8 }, (_, index) => `team-${index + 1}`);
const clients = 16;
const pauseMs = 150;
const restartDelayMs = 2_000;
/** Minimum number of responses between two kills, so that the load makes progress. */
const responsesBetweenKills = 10;
/** Idempotency keys expire after 24 hours on the simulated clock, so a run must be shorter. */
const maxSimulatedSeconds = 20 * 3600;
/** Simulated time that is longer than any booking scenario. */
const longestDeliverySeconds = 6 * 3600;

const finalStatuses = new Set(
  apis.lastmile.contract.machines.flatMap(({ states }) =>
    [...states].filter(([, { terminal }]) => terminal).map(([status]) => status),
  ),
);

export interface DurabilityResult {
  defects: Defects;
  lines: string[];
}

/**
 * Kills mocks at random times under load. Then repeats the booking requests, compares the confirmed
 * bookings with the stored bookings, and compares the stored revisions with the received events.
 */
export async function runDurability(options: DurabilityOptions): Promise<DurabilityResult> {
  const { store, log, seed } = options;
  const defects = new Defects();
  const events = new EventLog(defects);
  const webhook = await events.start();
  const speed = String(
    Math.max(1, Math.min(60, Math.floor(maxSimulatedSeconds / options.seconds))),
  );
  const args = ['--store', store, '--webhook', webhook, '--speed', speed, '--quiet'];
  const replicas = await Replicas.start(options.replicas, args);
  const workload = new Workload(replicas.urls, new Random(`${seed} load`), defects);
  try {
    const started = performance.now();
    const load = workload.run(workspaces, clients, pauseMs);
    const takeovers = await killAtRandom(replicas, workload, options);
    const seconds = Math.round((performance.now() - started) / 1000);
    workload.end();
    await load;
    log('Checking every key, booking and event.');
    await inParallel(workload.confirmed, (booking) => workload.repeat(booking));
    await finishDeliveries(replicas);
    await inParallel(workload.confirmed, async (booking) => {
      const found = await workload.read(booking);
      if (found === undefined) return;
      if (!finalStatuses.has(found.status))
        defects.add('bookings without a final status', `${booking.id} is ${found.status}`);
      for (const revision of events.missing(booking.id, found.revision))
        defects.add('events lost', `${booking.id}, revision ${revision}`);
    });
    return {
      defects,
      lines: [
        `${takeovers.kills} kills in ${seconds} s, store ${options.store.split(':', 1)[0]}, ${options.replicas} replicas, seed ${seed}`,
        `${workload.requests} requests, ${workload.failedAttempts} attempts failed with retryable errors`,
        `${workload.confirmed.length} confirmed bookings, ${events.received} events, ${events.repeated} repeated deliveries`,
        ...describe(takeovers.times),
        ...(defects.count === 0 ? ['No defects.'] : defects.lines),
      ],
    };
  } finally {
    workload.end();
    await replicas.stop();
    await events.stop();
  }
}

/**
 * Kills random replicas at random times, and starts each of them again.
 *
 * @returns the number of kills, and the time in ms until another replica served each workspace of a
 * killed replica. Without another replica, `times` is empty.
 */
async function killAtRandom(
  replicas: Replicas,
  workload: Workload,
  { kills, seconds, every, seed, log }: DurabilityOptions,
): Promise<{ kills: number; times: number[] }> {
  const random = new Random(`${seed} kills`);
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let count = 0;
  while (count < kills && performance.now() < end) {
    await workload.progress(responsesBetweenKills);
    await wait(every * 1000 * (0.5 + random.next()));
    const killed = random.pick(replicas.ports);
    const owned = replicas.ports.length > 1 ? await ownedBy(killed) : [];
    const killedAt = performance.now();
    await replicas.kill(killed);
    count += 1;
    const [remaining] = replicas.ports;
    if (remaining === undefined) await replicas.startAgain(killed);
    else {
      const url = `http://127.0.0.1:${remaining}`;
      const waits = owned.map((name) => workload.timeUntilServed(name, url, killedAt));
      times.push(...(await Promise.all(waits)));
      await wait(restartDelayMs);
      await replicas.startAgain(killed);
    }
    if (count % 20 === 0) log(`${count} kills, ${workload.confirmed.length} bookings`);
  }
  return { kills: count, times };
}

/** Returns the workspaces of the workload that a replica has in memory. */
async function ownedBy(port: number): Promise<string[]> {
  const list = await sandboxControl(`http://127.0.0.1:${port}`)<
    { name: string; in_memory: boolean }[]
  >('GET', '/workspaces');
  return list
    .filter((one) => one.in_memory && workspaces.includes(one.name))
    .map(({ name }) => name);
}

/** Advances every workspace past the end of all bookings, and waits up to 10 s for its webhooks. */
async function finishDeliveries(replicas: Replicas): Promise<void> {
  const control = sandboxControl(replicas.urls[0] as string);
  for (const name of workspaces) {
    const clock = { advance_seconds: longestDeliverySeconds };
    await control('PUT', `/clock?workspace=${name}`, clock);
    for (let attempts = 0; attempts < 100; attempts++) {
      const waiting = await control<unknown[]>(
        'GET',
        `/deliveries?workspace=${name}&state=waiting&limit=1`,
      );
      if (waiting.length === 0) break;
      await wait(100);
    }
  }
}

async function inParallel<Item>(
  items: readonly Item[],
  check: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rest = [...items];
  const work = async (): Promise<void> => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) await check(item);
  };
  await Promise.all(Array.from({ length: 20 }, work));
}

function describe(times: readonly number[]): string[] {
  if (times.length === 0) return [];
  const [median, maximum] = [quantile(times, 0.5), quantile(times, 1)].map(Math.round);
  return [`takeover of ${times.length} workspaces: median ${median} ms, maximum ${maximum} ms`];
}
