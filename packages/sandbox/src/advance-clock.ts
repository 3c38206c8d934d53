import type { Runtime } from './runtime.ts';

/** How long one moment waits for receivers that do not respond, in milliseconds of real time. */
const stepTimeoutMs = 1_000;
/** How long all moments of one advance wait for them together. */
const settleBudgetMs = 5_000;
/** How often an advance lets other work of the process run. */
const yieldEveryMs = 20;

/**
 * Advances the clock of a runtime and runs every task that becomes due. The deliveries of one
 * moment end before the next moment begins.
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
  // The deliveries of earlier commands come first.
  await settle();
  await clock.advance(milliseconds, settle);
}
