import { createLastmileClient } from '@delivery-api/lastmile-client';
import { createMarketplaceClient } from '@delivery-api/marketplace-client';
import { type MockProcess, startMockProcess } from '../attack/mock-process.ts';
import { Random } from '../attack/random.ts';
import { residentMemory } from '../bench/lib/processes.ts';
import { type Control, controlOf } from './control.ts';
import { judgingFetch } from './judging-fetch.ts';
import { Ledger } from './ledger.ts';
import { type Held, type Level, returnsTo, type Slope, slopesOf } from './levels.ts';
import { Receiver } from './receiver.ts';
import { Stories } from './stories.ts';
import { Tally } from './tally.ts';
import { changeWeather, clearUp } from './weather.ts';

export interface SoakOptions {
  seed: string;
  /** How many stories are begun; without end where absent. */
  stories?: number;
  /** For how long stories are begun, in minutes of real time. */
  minutes?: number;
  /** Stories in a second; as fast as they come where absent. */
  rate?: number;
  say?: (text: string) => void;
  /**
   * For the tests: what comes between clients and sandbox, how long the clients wait, and what the
   * receiver forgets.
   */
  around?: {
    fetch?: typeof fetch;
    sleep?: () => Promise<void>;
    forgets?: (subject: string) => boolean;
  };
}

export interface Report {
  tally: Tally;
  levels: Level[];
  /** `undefined` where the run was too short to tell. */
  slopes: Slope[] | undefined;
}

/**
 * How many finished bookings and orders the sandbox keeps: few, so that its memory is full soon.
 */
const maxEntries = 500;
/** How many events it keeps; a bound of its own. */
const rememberedEvents = 10_000;
const storySeconds = 5;

/**
 * Drives a sandbox, both clients and a receiver at a steady rate through faults, and takes account:
 * of events that are lost, repeats that differ, answers
 * and events outside the contract, errors of a kind not expected, and of memory and descriptors.
 * Sandbox time is stepped, five seconds for each story.
 */
export async function soak({
  seed,
  stories: most = Number.POSITIVE_INFINITY,
  minutes,
  rate,
  say,
  around = {},
}: SoakOptions): Promise<Report> {
  const begun = performance.now();
  const elapsed = (): number => (performance.now() - begun) / 60_000;
  const tally = new Tally();
  const ledger = new Ledger(tally);
  const random = new Random(seed);
  const levels: Level[] = [];
  const mock = await startMockProcess(
    ['--frozen', '--seed', seed, '--max-entries', String(maxEntries), '--quiet'],
    { inspected: true },
  );
  const control = controlOf(mock.url);
  const secrets = { lastmile: secretOf('lastmile'), marketplace: secretOf('marketplace') };
  const receiver = new Receiver({
    ledger,
    tally,
    secrets,
    ...(around.forgets !== undefined && { forgets: around.forgets }),
  });
  try {
    await receiver.start();
    await control('PUT', '/webhooks', {
      lastmile: { url: `${receiver.url}/lastmile`, secrets: [secrets.lastmile] },
      marketplace: { url: `${receiver.url}/marketplace`, secrets: [secrets.marketplace] },
    });
    const stories = new Stories({
      ...clientsOf(mock, tally, around),
      control,
      ledger,
      tally,
      random,
      seed,
    });
    const base =
      minutes === undefined ? undefined : await warmUp(mock, control, stories, ledger, seed);
    const underWay = new Set<Promise<void>>();
    let next = begun;
    for (
      let number = 1;
      number <= most && (minutes === undefined || elapsed() < minutes);
      number++
    ) {
      if (number % 10 === 0) await changeWeather(random, control, receiver, rate !== undefined);
      const story = stories.play().finally(() => underWay.delete(story));
      underWay.add(story);
      if (underWay.size >= 20) await Promise.race(underWay);
      await control('PUT', '/clock', { advance_seconds: storySeconds });
      receiver.comeRound();
      if (number % 100 === 0) await lookAtAnswers(control, tally);
      if (number % 200 === 0) {
        levels.push(await levelOf(mock, elapsed(), tally));
        say?.(
          `${elapsed().toFixed(1)} min: ${number} stories, ${tally.counts.get('deliveries') ?? 0} deliveries, ${levels.at(-1)?.heap.toFixed(0)} MB live`,
        );
      }
      next += 1000 / (rate ?? Number.POSITIVE_INFINITY);
      const early = next - performance.now();
      if (rate !== undefined && early > 0)
        await new Promise((resolve) => setTimeout(resolve, early));
    }
    await clearUp(control, receiver);
    await Promise.all(underWay);
    await stories.makeSure();
    await drain(control, ledger);
    await stories.tills();
    await dismissEnded(control, ledger, stories, tally);
    await lookAtAnswers(control, tally);
    ledger.close();
    if (base !== undefined)
      for (const leak of returnsTo(base, await emptied(mock, control, seed)))
        tally.fault('leaks', leak);
    const slopes = slopesOf(levels);
    for (const { what, slope, isLeak } of slopes ?? [])
      if (isLeak)
        tally.fault('leaks', `${what} of the sandbox grows by ${slope.toFixed(1)} in an hour`);
    return { tally, levels, slopes };
  } finally {
    await receiver.stop();
    await mock.stop('SIGKILL');
  }
}

/** Plays some of everything, so that all code has been loaded, forgets it, and measures. */
async function warmUp(
  mock: MockProcess,
  control: Control,
  stories: Stories,
  ledger: Ledger,
  seed: string,
): Promise<Held> {
  for (let count = 0; count < 50; count++) await stories.play();
  await drain(control, ledger);
  await stories.tills();
  return emptied(mock, control, seed);
}

/** What the sandbox holds once it has forgotten everything. */
async function emptied(mock: MockProcess, control: Control, seed: string): Promise<Held> {
  // Another seed, because the same one would make the same ids again.
  await control('POST', '/reset', { seed: `${seed} once more` });
  return mock.level();
}

function clientsOf(
  mock: MockProcess,
  tally: Tally,
  { fetch: between, sleep }: NonNullable<SoakOptions['around']>,
) {
  const token = 'test_soak';
  const surroundings = sleep && { now: Date.now, random: () => 0.5, sleep };
  const options = {
    token,
    timeoutMs: 20_000,
    fetch: judgingFetch(tally, between),
    ...(surroundings && { [Symbol.for('@delivery-api/client-core/surroundings')]: surroundings }),
  };
  return {
    lastmile: createLastmileClient({
      ...options,
      baseUrl: `${mock.url}/lastmile`,
      partnerName: 'acme',
    }),
    marketplace: createMarketplaceClient({ ...options, baseUrl: `${mock.url}/marketplace` }),
  };
}

/**
 * Lets time go on until nothing is missing any more, or until every repeat of the contract's plan
 * has been made.
 */
async function drain(control: Control, ledger: Ledger): Promise<void> {
  const hour = 3600;
  for (let hours = 0; hours < 60 && ledger.missing.length > 0; hours++)
    await control('PUT', '/clock', { advance_seconds: hour });
}

/**
 * The contract has an order announced for as long as it can be accepted: who was away until it had
 * ended is not told any more.
 */
async function dismissEnded(
  control: Control,
  ledger: Ledger,
  stories: Stories,
  tally: Tally,
): Promise<void> {
  for (const subject of ledger.missing.filter((id) => id.startsWith('ord_'))) {
    const [delivery] = (await control('GET', `/deliveries?subject=${subject}`)) as {
      attempts: { answer?: { status: number } }[];
    }[];
    const isReceived =
      delivery?.attempts.some(({ answer }) => answer !== undefined && answer.status < 300) ?? true;
    if (isReceived || !(await stories.hasEnded(subject))) continue;
    tally.count('orders that ended while the receiver was away');
    ledger.dismiss(subject);
  }
}

/** The sandbox holds its own answers against the contract too, their headers among them. */
async function lookAtAnswers(control: Control, tally: Tally): Promise<void> {
  const requests = (await control('GET', '/requests?limit=1000')) as {
    request_id: string;
    path: string;
    answer_findings: string[];
  }[];
  for (const { path, answer_findings } of requests)
    for (const found of answer_findings)
      tally.fault('contract violations', `the sandbox of its own answer to ${path}: ${found}`);
}

async function levelOf(mock: MockProcess, minutes: number, tally: Tally): Promise<Level> {
  const { heap, descriptors } = await mock.level();
  const isFull = ['bookingUpdated', 'order_created'].every(
    (type) => (tally.counts.get(`events, ${type}`) ?? 0) > rememberedEvents,
  );
  return { minutes, heap, resident: residentMemory(mock.pid), descriptors, isFull };
}

const secretOf = (name: string): string =>
  `whsec_${Buffer.from(`soak of ${name}`.padEnd(32, '.')).toString('base64')}`;
