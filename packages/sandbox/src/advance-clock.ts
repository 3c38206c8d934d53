import type { Runtime } from './runtime.ts';

/** Maximum time to wait for the receivers of one interface at a due time, in real milliseconds. */
const stepTimeoutMs = 1_000;
/** Maximum total time of the waits that time out in one advance, in real milliseconds. */
const settleBudgetMs = 5_000;
/** Interval at which an advance yields to the event loop, in real milliseconds. */
const yieldEveryMs = 20;

/**
 * Advances the clock of a runtime and runs every task that becomes due. Waits for the deliveries at
 * each due time before the time advances further, but not longer than `stepTimeoutMs` for each due
 * time and interface. Waits that time out take at most `settleBudgetMs` in total.
 *
 * @param milliseconds simulated time to advance, at least 0
 */
export async function advanceClock(
  { clock, interfaces }: Runtime,
  milliseconds: number,
): Promise<void> {
  let budget = settleBudgetMs;
  let lastYield = performance.now();
  const settle = async (): Promise<void> => {
    for (const { dispatcher } of interfaces.values()) {
      const started = performance.now();
      const isSettled = await dispatcher.settle(Math.max(0, Math.min(stepTimeoutMs, budget)));
      if (!isSettled) budget -= performance.now() - started;
    }
    if (performance.now() - lastYield > yieldEveryMs) {
      await new Promise((resolve) => setImmediate(resolve));
      lastYield = performance.now();
    }
  };
  // Waits for the deliveries of earlier commands first.
  await settle();
  await clock.advance(milliseconds, settle);
}
