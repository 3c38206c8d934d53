import { Random } from '../../../../tools/random.js';
import * as core from '../../src/index.js';
import { type Fault, faults, type Plan, startFaultyServer } from './faulty-server.js';

/** Result of all runs. */
export interface FaultyRuns {
  /** Number of bookings that the server created. */
  created: number;
  /** Number of requests that the server received. */
  requests: number;
  /** Number of calls by result: `booked`, or the name of the error. */
  results: Record<string, number>;
  /** Number of calls that a busy machine delayed. Their result is not compared with the plan. */
  delayed: number;
  /** Deviations from the expected behavior. */
  findings: string[];
}

const createBooking = {
  id: 'createBooking',
  method: 'post' as const,
  path: '/{partner_name}/create_booking',
  body: true,
  keyed: true,
};
const timeoutMs = 1000;

interface Outcome {
  /** Whether the client retries after the fault. */
  retry: boolean;
  /** Result of the call if the fault occurs in its last attempt. */
  result: string;
  status?: number;
}
const connectionError: Outcome = { retry: true, result: 'ConnectionError' };
const timeout: Outcome = { retry: true, result: 'TimeoutError' };
const unexpected = (status: number, retry = true): Outcome => ({
  retry,
  result: 'UnexpectedResponseError',
  status,
});
const problem = (status: number, retry = true): Outcome => ({ retry, result: 'ApiError', status });

const outcomes: Readonly<Record<Fault, Outcome>> = {
  none: { retry: false, result: 'booked' },
  'reset before': connectionError,
  'reset after': connectionError,
  'hang before': timeout,
  'hang after': timeout,
  'truncate after': connectionError,
  'HTML 200 after': unexpected(200, false),
  'HTML 502 before': unexpected(502),
  'HTML 504 after': unexpected(504),
  'empty 500 before': unexpected(500),
  'empty 500 after': unexpected(500),
  'problem 503 before': problem(503),
  'problem 500 after': problem(500),
  'problem 429 with seconds': problem(429),
  'problem 429 with date': problem(429),
  'in progress before': problem(409),
  'rejected before': problem(422, false),
};

/**
 * Creates bookings on a server with faults, and aborts some of the calls. Then repeats each failed
 * call without faults, with the idempotency key of its error. Calls that the server rejected as
 * not serviceable are not repeated.
 */
export async function runFaultyBookings(runs: number, seed: string): Promise<FaultyRuns> {
  const random = new Random(seed);
  const plans = Array.from(
    { length: runs },
    (_, index): Plan => ({
      reference: `r${index}`,
      faults: [pickFault(random), pickFault(random), pickFault(random)],
    }),
  );
  const abortAfter = plans.map(() => (random.chance(0.05) ? random.below(20) : undefined));
  const server = await startFaultyServer(plans);
  const result: FaultyRuns = { created: 0, requests: 0, results: {}, delayed: 0, findings: [] };
  const { findings } = result;
  // In about half of the runs, each reading of the wall clock is off by up to 12 hours.
  const offsets = plans.map(() => (random.chance(0.5) ? 24 * 3600 * 1000 : 0));
  const deadlines = plans.map(() => (random.chance(0.3) ? 1 + random.below(2500) : undefined));
  const runPlan = async (index: number): Promise<void> => {
    const plan = plans[index] as Plan;
    const { reference } = plan;
    const seen = server.seen.get(reference);
    const timeouts: { attempt: number; ms: number }[] = [];
    const onAttempt: NonNullable<core.ClientOptions['onAttempt']> = (attempt) => {
      if (attempt.error?.name === 'TimeoutError')
        timeouts.push({ attempt: attempt.attempt, ms: attempt.durationMs });
    };
    const offset = offsets[index] as number;
    const deadlineMs = deadlines[index];
    let begun: number | undefined;
    let isRepeated = false;
    const options = {
      baseUrl: server.baseUrl,
      token: 'test_1',
      timeoutMs,
      onAttempt,
      fetch(url: string, init: core.FetchInit) {
        const after = performance.now() - (begun ?? 0);
        // A busy machine can stop the process between the check of the clock and the attempt.
        if (!isRepeated && after > (deadlineMs ?? Number.POSITIVE_INFINITY) + 250)
          findings.push(
            `${reference}: attempt ${after} ms after the start, deadline ${deadlineMs}`,
          );
        return fetch(url, init as RequestInit);
      },
      [Symbol.for('@delivery-api/client-core/surroundings')]: {
        now: () => Date.now() + (random.next() - 0.5) * offset,
        elapsed() {
          const at = performance.now();
          begun ??= at;
          return at;
        },
        random: () => random.next(),
        sleep: async () => {},
      },
    };
    const caller = core.createCaller(options, { partner_name: 'acme' });
    const call = caller(createBooking) as (input: object, options: object) => Promise<unknown>;
    const controller = new AbortController();
    const delay = abortAfter[index];
    const timer = delay === undefined ? undefined : setTimeout(() => controller.abort(), delay);
    const input = { external_reference: reference };
    const error = await call(input, { signal: controller.signal, deadlineMs }).then(
      () => undefined,
      (reason: unknown) => reason as core.CallError & { status?: number },
    );
    clearTimeout(timer);
    const name = error?.name ?? 'booked';
    result.results[name] = (result.results[name] ?? 0) + 1;
    const met = [...(seen?.met ?? [])];
    const hangs = met.flatMap((fault, attempt) => (fault.startsWith('hang') ? [attempt + 1] : []));
    // A deadline can end a call before its plan ends.
    if (name !== 'AbortError' && deadlineMs === undefined) {
      // On a busy machine, another attempt can time out. Then the plan does not apply.
      if (timeouts.map(({ attempt }) => attempt).join() !== hangs.join()) result.delayed++;
      else findings.push(...deviations(plan, met, error));
    }
    const early = timeouts.find(({ ms }) => ms < timeoutMs - 5);
    if (early && deadlineMs === undefined)
      findings.push(`${reference}: timed out early, after ${early.ms} ms`);
    if (error === undefined) return;
    if (!(error instanceof core.CallError))
      findings.push(`${reference}: ${name} is not a CallError`);
    if (met.at(-1) === 'rejected before') return;
    plan.faults = [];
    isRepeated = true;
    const { idempotencyKey } = error;
    const booking = (await call(input, { idempotencyKey, timeoutMs: 60_000 })) as { id: string };
    if (booking.id !== `bkg_${reference}` || seen?.created !== 1)
      findings.push(`${reference}: created ${seen?.created} times after the repeated call`);
  };
  try {
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < runs) await runPlan(next++);
    };
    await Promise.all(Array.from({ length: 50 }, worker));
    for (const [reference, { created, met, keys, bodies }] of server.seen) {
      result.created += created;
      result.requests += met.length;
      if (created > 1) findings.push(`${reference}: created ${created} times`);
      if (keys.size > 1 || bodies.size > 1)
        findings.push(`${reference}: ${keys.size} keys, ${bodies.size} bodies`);
    }
    return result;
  } finally {
    await server.stop();
  }
}

const pickFault = (random: Random): Fault => (random.chance(0.3) ? 'none' : random.pick(faults));

/** Returns the differences between a call and its plan; an empty array if there are none. */
function deviations(
  plan: Plan,
  met: readonly Fault[],
  error: { name: string; status?: number; attempts?: number } | undefined,
): string[] {
  const firstFinal = plan.faults.slice(0, 2).findIndex((fault) => !outcomes[fault].retry);
  const planned = firstFinal < 0 ? plan.faults : plan.faults.slice(0, firstFinal + 1);
  const { name = 'booked', status, attempts = met.length } = error ?? {};
  const expected = outcomes[planned.at(-1) as Fault];
  const description = `${plan.reference} met ${met.join(', ')} and ended with ${name} ${status ?? ''} after ${attempts} attempts`;
  if (met.join() !== planned.join()) return [`${description}; planned: ${planned.join(', ')}`];
  const isExpected =
    name === expected.result && status === expected.status && attempts === met.length;
  return isExpected
    ? []
    : [`${description}; expected: ${expected.result} ${expected.status ?? ''}`];
}
