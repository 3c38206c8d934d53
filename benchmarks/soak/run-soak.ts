import { createLastmileClient } from '@delivery-api/lastmile-client';
import { createMarketplaceClient } from '@delivery-api/marketplace-client';
import { Random } from '../../tools/random.ts';
import { type MockServer, type ResourceUsage, withMock } from '../shared/mock-server.ts';
import { residentMemory } from '../shared/processes.ts';
import { type SandboxControl, sandboxControl } from '../shared/sandbox-control.ts';
import { checkedFetch } from './checked-fetch.ts';
import { EventTracker } from './event-tracker.ts';
import { injectFaults, removeFaults } from './fault-injection.ts';
import { leaksAfterReset, type ResourceSample, type Trend, trendsOf } from './leaks.ts';
import { Receiver } from './receiver.ts';
import { Recorder } from './recorder.ts';
import { Workload } from './workload.ts';

export interface SoakOptions {
  seed: string;
  /** Number of tasks. Default: unlimited. */
  tasks?: number;
  /** Duration in minutes. Default: unlimited. */
  minutes?: number;
  /** Maximum number of tasks per second. Default: unlimited. */
  rate?: number;
  log?: (text: string) => void;
  /** For tests. */
  overrides?: {
    fetch?: typeof fetch;
    /** Replaces the delay between the retries of the clients. */
    sleep?: () => Promise<void>;
    /** Returns whether the receiver responds with 204 but does not record the event. */
    ignores?: (subject: string) => boolean;
  };
}

export interface SoakResult {
  recorder: Recorder;
  samples: ResourceSample[];
  /** `undefined` if the soak was too short. */
  trends: Trend[] | undefined;
}

/** Number of closed bookings and orders to keep: low, so that the limit is reached soon. */
const maxEntries = 500;
/** Number of events that the sandbox keeps for each interface. */
const maxEvents = 10_000;
const secondsPerTask = 5;
const maxConcurrentTasks = 20;

/**
 * Runs both clients and a receiver against a sandbox with injected faults. Checks events, replays,
 * responses, errors, memory, and descriptors. The simulated clock advances 5 s per task.
 */
export function runSoak(options: SoakOptions): Promise<SoakResult> {
  const limits = ['--max-entries', String(maxEntries)];
  const args = ['--frozen', '--seed', options.seed, ...limits, '--quiet'];
  return withMock(args, (mock) => new Soak(mock, options).run(), { inspect: true });
}

class Soak {
  readonly #mock: MockServer;
  readonly #options: SoakOptions;
  readonly #control: SandboxControl;
  readonly #recorder = new Recorder();
  readonly #tracker = new EventTracker(this.#recorder);
  readonly #random: Random;
  readonly #receiver: Receiver;
  readonly #workload: Workload;
  readonly #samples: ResourceSample[] = [];
  readonly #secrets = { lastmile: secretOf('lastmile'), marketplace: secretOf('marketplace') };
  readonly #start = performance.now();

  constructor(mock: MockServer, options: SoakOptions) {
    this.#mock = mock;
    this.#options = options;
    this.#control = sandboxControl(mock.url);
    this.#random = new Random(options.seed);
    const shared = { tracker: this.#tracker, recorder: this.#recorder };
    const { ignores } = options.overrides ?? {};
    this.#receiver = new Receiver({ ...shared, secrets: this.#secrets, ignores });
    this.#workload = new Workload({
      ...shared,
      ...this.#createClients(),
      control: this.#control,
      random: this.#random,
      seed: options.seed,
    });
  }

  async run(): Promise<SoakResult> {
    const { minutes } = this.#options;
    try {
      await this.#receiver.start();
      await this.#registerReceiver();
      const baseline = minutes === undefined ? undefined : await this.#measureBaseline();
      await this.#runTasks();
      await this.#finish();
      if (baseline !== undefined)
        for (const leak of leaksAfterReset(baseline, await this.#measureEmpty()))
          this.#recorder.defect('leaks', leak);
      const trends = trendsOf(this.#samples);
      for (const { resource, slope, isLeak } of trends ?? [])
        if (isLeak)
          this.#recorder.defect('leaks', `${resource} grows by ${slope.toFixed(1)} per hour`);
      return { recorder: this.#recorder, samples: this.#samples, trends };
    } finally {
      await this.#receiver.stop();
    }
  }

  get #minutes(): number {
    return (performance.now() - this.#start) / 60_000;
  }

  #createClients() {
    const { fetch: send, sleep } = this.#options.overrides ?? {};
    const environment = sleep && { now: Date.now, random: () => 0.5, sleep };
    const options = {
      token: 'test_soak',
      timeoutMs: 20_000,
      fetch: checkedFetch(this.#recorder, send),
      ...(environment && { [Symbol.for('@delivery-api/client-core/surroundings')]: environment }),
    };
    const { url } = this.#mock;
    const lastmile = { baseUrl: `${url}/lastmile`, partnerName: 'acme' };
    return {
      lastmile: createLastmileClient({ ...options, ...lastmile }),
      marketplace: createMarketplaceClient({ ...options, baseUrl: `${url}/marketplace` }),
    };
  }

  async #registerReceiver(): Promise<void> {
    const target = (name: 'lastmile' | 'marketplace') => ({
      url: `${this.#receiver.url}/${name}`,
      secrets: [this.#secrets[name]],
    });
    const targets = { lastmile: target('lastmile'), marketplace: target('marketplace') };
    await this.#control('PUT', '/webhooks', targets);
  }

  async #runTasks(): Promise<void> {
    const { tasks = Infinity, minutes = Infinity, rate, log } = this.#options;
    const running = new Set<Promise<void>>();
    let next = performance.now();
    for (let number = 1; number <= tasks && this.#minutes < minutes; number++) {
      if (number % 10 === 0)
        await injectFaults(this.#random, this.#control, this.#receiver, rate !== undefined);
      const task = this.#workload.runTask().finally(() => running.delete(task));
      running.add(task);
      if (running.size >= maxConcurrentTasks) await Promise.race(running);
      await this.#control('PUT', '/clock', { advance_seconds: secondsPerTask });
      this.#receiver.endHang();
      if (number % 100 === 0) await this.#checkRequestLog();
      if (number % 200 === 0) {
        const sample = await this.#sampleResources();
        const deliveries = this.#recorder.counts.get('deliveries') ?? 0;
        log?.(
          `${sample.minutes.toFixed(1)} min: ${number} tasks, ${deliveries} deliveries, heap ${sample.heap.toFixed(0)} MB`,
        );
      }
      next += 1000 / (rate ?? Infinity);
      const wait = next - performance.now();
      if (rate !== undefined && wait > 0) await new Promise((done) => setTimeout(done, wait));
    }
    await removeFaults(this.#control, this.#receiver);
    await Promise.all(running);
  }

  /** Retries the failed bookings, waits for all events, and records the lost events. */
  async #finish(): Promise<void> {
    await this.#workload.retryBookings();
    await this.#waitForEvents();
    await this.#workload.ordersProcessed();
    await this.#cancelExpiredEvents();
    await this.#checkRequestLog();
    this.#tracker.close();
  }

  /** Runs some tasks, so that all code is loaded, and measures the empty sandbox. */
  async #measureBaseline(): Promise<ResourceUsage> {
    for (let count = 0; count < 50; count++) await this.#workload.runTask();
    await this.#waitForEvents();
    await this.#workload.ordersProcessed();
    return this.#measureEmpty();
  }

  async #measureEmpty(): Promise<ResourceUsage> {
    // With the same seed, the sandbox would generate the same IDs again.
    await this.#control('POST', '/reset', { seed: `${this.#options.seed} reset` });
    return this.#mock.resourceUsage();
  }

  /**
   * Advances the clock until all events have arrived, by at most 60 hours. The last retry of each
   * event is earlier.
   */
  async #waitForEvents(): Promise<void> {
    for (let hours = 0; hours < 60 && this.#tracker.missing.length > 0; hours++)
      await this.#control('PUT', '/clock', { advance_seconds: 3600 });
  }

  /**
   * Stops waiting for `order_created` events that expired. The sandbox sends this event only until
   * the order ends or its acknowledgement times out.
   */
  async #cancelExpiredEvents(): Promise<void> {
    for (const id of this.#tracker.missing.filter((subject) => subject.startsWith('ord_'))) {
      const [delivery] = await this.#control<{ attempts: { response?: { status: number } }[] }[]>(
        'GET',
        `/deliveries?subject=${id}`,
      );
      const isDelivered =
        delivery === undefined ||
        delivery.attempts.some(({ response }) => response !== undefined && response.status < 300);
      if (isDelivered || !(await this.#workload.hasEventExpired(id))) continue;
      this.#recorder.count('orders whose event expired while the receiver was down');
      this.#tracker.cancel(id);
    }
  }

  /** Records the contract violations that the sandbox found in its own responses. */
  async #checkRequestLog(): Promise<void> {
    const requests = await this.#control<{ path: string; response_findings: string[] }[]>(
      'GET',
      '/requests?limit=1000',
    );
    for (const { path, response_findings } of requests)
      for (const finding of response_findings)
        this.#recorder.defect('contract violations', `the sandbox reports for ${path}: ${finding}`);
  }

  async #sampleResources(): Promise<ResourceSample> {
    const isFull = ['bookingUpdated', 'order_created'].every(
      (type) => (this.#recorder.counts.get(`events, ${type}`) ?? 0) > maxEvents,
    );
    const usage = await this.#mock.resourceUsage();
    const resident = residentMemory(this.#mock.pid);
    const sample = { ...usage, minutes: this.#minutes, resident, isFull };
    this.#samples.push(sample);
    return sample;
  }
}

const secretOf = (name: string): string =>
  `whsec_${Buffer.from(`soak of ${name}`.padEnd(32, '.')).toString('base64')}`;
