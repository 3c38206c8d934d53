import { type Fault, faults, type Plan, startFaultyServer } from './faulty-server.ts';
import { seeded } from './seeded.ts';

/**
 * The parts of client-core that the runs need: from the sources in a test, from the build in the
 * script.
 */
export interface Core {
  createCaller(
    options: object,
    bound: Record<string, string>,
  ): (operation: object) => (input: object, options: object) => Promise<unknown>;
  CallError: abstract new (...words: never[]) => Error;
}

/** What the runs came to. */
export interface Tally {
  intended: number;
  /** How often the handler of the server acted. */
  acted: number;
  requests: number;
  /** Calls by how they ended: `booked`, or the name of the error. */
  ended: Record<string, number>;
  /**
   * Calls that a busy machine answered late, so that how they ended was not compared with the plan.
   * What was booked is counted all the same.
   */
  late: number;
  /** Everything that was not as it has to be; empty when all is well. */
  findings: string[];
}

const createBooking = {
  id: 'createBooking',
  method: 'post',
  path: '/{partner_name}/create_booking',
  inPath: [],
  body: true,
  keyed: true,
};
const timeoutMs = 1000;

/**
 * How a call ends when this is the last thing that its attempt met, and whether it is tried again.
 */
const outcomes: Readonly<Record<Fault, { again: boolean; ends: string; status?: number }>> = {
  works: { again: false, ends: 'booked' },
  'resets before': { again: true, ends: 'ConnectionError' },
  'resets after': { again: true, ends: 'ConnectionError' },
  'hangs before': { again: true, ends: 'TimeoutError' },
  'hangs after': { again: true, ends: 'TimeoutError' },
  'breaks off after': { again: true, ends: 'ConnectionError' },
  'page with 200 after': { again: false, ends: 'UnexpectedAnswerError', status: 200 },
  'page with 502 before': { again: true, ends: 'UnexpectedAnswerError', status: 502 },
  'page with 504 after': { again: true, ends: 'UnexpectedAnswerError', status: 504 },
  'empty 500 before': { again: true, ends: 'UnexpectedAnswerError', status: 500 },
  'empty 500 after': { again: true, ends: 'UnexpectedAnswerError', status: 500 },
  'problem 503 before': { again: true, ends: 'ApiError', status: 503 },
  'problem 500 after': { again: true, ends: 'ApiError', status: 500 },
  'problem 429 in seconds': { again: true, ends: 'ApiError', status: 429 },
  'problem 429 by date': { again: true, ends: 'ApiError', status: 429 },
  'still running before': { again: true, ends: 'ApiError', status: 409 },
  'refuses before': { again: false, ends: 'ApiError', status: 422 },
};

/**
 * Intends so many bookings at a server full of faults; now and then the caller gives up in the
 * middle. Then each booking that ended in an error is asked
 * for once more, with the key of that error, at a server that has become well.
 */
export async function faultyRuns(
  core: Core,
  { runs, seed, parallel = 50 }: { runs: number; seed: number; parallel?: number },
): Promise<Tally> {
  const random = seeded(seed);
  const plans = Array.from(
    { length: runs },
    (_, index): Plan => ({
      reference: `r${index}`,
      faults: [draw(random), draw(random), draw(random)],
    }),
  );
  const abortAfter = plans.map(() => (random() < 0.05 ? Math.floor(random() * 20) : undefined));
  const server = await startFaultyServer(plans);
  const tally: Tally = { intended: runs, acted: 0, requests: 0, ended: {}, late: 0, findings: [] };
  const around = { now: Date.now, random, sleep: async () => {} };
  const options = {
    baseUrl: server.baseUrl,
    token: 'test_1',
    timeoutMs,
    [Symbol.for('@delivery-api/client-core/surroundings')]: around,
  };
  try {
    const one = async (index: number): Promise<void> => {
      const plan = plans[index] as Plan;
      const seen = server.seen.get(plan.reference);
      const timeouts: { attempt: number; ms: number }[] = [];
      const onAttempt = ({
        error,
        attempt,
        durationMs,
      }: {
        error?: Error;
        attempt: number;
        durationMs: number;
      }) => {
        if (error?.name === 'TimeoutError') timeouts.push({ attempt, ms: durationMs });
      };
      const call = core.createCaller(
        { ...options, onAttempt },
        { partner_name: 'acme' },
      )(createBooking);
      const controller = new AbortController();
      const timer =
        abortAfter[index] === undefined
          ? undefined
          : setTimeout(() => controller.abort(), abortAfter[index]);
      const input = { external_reference: plan.reference };
      const ended = await call(input, { signal: controller.signal }).then(
        (data) => ({ name: 'booked', data }),
        (error) => error as Error & { status?: number; attempts: number; idempotencyKey: string },
      );
      clearTimeout(timer);
      tally.ended[ended.name] = (tally.ended[ended.name] ?? 0) + 1;
      const met = [...(seen?.met ?? [])];
      const hung = met.flatMap((fault, index) => (fault.startsWith('hangs') ? [index + 1] : []));
      // A busy machine may make an answer late, or let a later attempt overtake; then the time-out
      // is right, and the plan says nothing.
      const late = timeouts.map(({ attempt }) => attempt).join() !== hung.join();
      if (ended.name !== 'AbortError') {
        if (late) tally.late++;
        else check(plan, met, ended, tally.findings);
      }
      const early = timeouts.find(({ ms }) => ms < timeoutMs - 5);
      if (early) tally.findings.push(`${plan.reference}: timed out early, after ${early.ms} ms`);
      if (!(ended instanceof Error)) return;
      const ofTheFamily: boolean = ended instanceof core.CallError;
      if (!ofTheFamily)
        tally.findings.push(`${plan.reference}: ${ended.name} is none of the family`);
      if (met.at(-1) === 'refuses before') return;
      plan.faults = [];
      const again = (await call(input, {
        idempotencyKey: ended.idempotencyKey,
        timeoutMs: 60_000,
      })) as { id: string };
      if (again.id !== `bkg_${plan.reference}` || seen?.acted !== 1)
        tally.findings.push(`${plan.reference}: asked once more, it was made ${seen?.acted} times`);
    };
    let next = 0;
    const worker = async () => {
      while (next < runs) await one(next++);
    };
    await Promise.all(Array.from({ length: parallel }, worker));
    for (const [reference, { acted, met, keys, bodies }] of server.seen) {
      tally.acted += acted;
      tally.requests += met.length;
      if (acted > 1) tally.findings.push(`${reference}: made ${acted} times`);
      if (keys.size > 1 || bodies.size > 1)
        tally.findings.push(`${reference}: ${keys.size} keys, ${bodies.size} bodies`);
    }
    return tally;
  } finally {
    await server.stop();
  }
}

/** The first attempts meet faults more often than not; the last ones less. */
const draw = (random: () => number): Fault =>
  random() < 0.3 ? 'works' : (faults[Math.floor(random() * faults.length)] as Fault);

function check(
  plan: Plan,
  met: Fault[],
  ended: { name: string; status?: number; attempts?: number },
  findings: string[],
): void {
  const planned = plan.faults.slice(
    0,
    1 + plan.faults.slice(0, 2).findIndex((fault) => !outcomes[fault].again || fault === 'works'),
  );
  const expected = planned.length > 0 ? planned : plan.faults;
  const last = outcomes[expected.at(-1) as Fault];
  const said = `${plan.reference} met ${met.join(', ')}: ended as ${ended.name} ${ended.status ?? ''} after ${ended.attempts ?? met.length}`;
  if (met.join() !== expected.join()) findings.push(`${said}; planned were ${expected.join(', ')}`);
  else if (
    ended.name !== last.ends ||
    ended.status !== last.status ||
    (ended.attempts ?? met.length) !== met.length
  )
    findings.push(`${said}; it should be ${last.ends} ${last.status ?? ''}`);
}
