import type { Runtime } from './runtime.ts';

/**
 * How long an advancing clock waits for receivers that do not answer: at a moment, and all in all,
 * in real milliseconds.
 */
const patienceOnce = 1_000;
const patience = 5_000;
/** How long others wait for their turn, while much is played. */
const breath = 20;

/**
 * Lets the time of a run jump ahead, and plays all that falls into it; what each moment has set off
 * comes to its end before the next one.
 */
export async function advance({ clock, sides }: Runtime, milliseconds: number): Promise<void> {
  let left = patience;
  let rested = performance.now();
  const settle = async (): Promise<void> => {
    for (const { dispatcher } of sides.values()) {
      const began = performance.now();
      const isDone = await dispatcher.settle(Math.max(0, Math.min(patienceOnce, left)));
      if (!isDone) left -= performance.now() - began;
    }
    if (performance.now() - rested > breath) {
      await new Promise((resolve) => setImmediate(resolve));
      rested = performance.now();
    }
  };
  // What requests have just set off comes first.
  await settle();
  await clock.advance(milliseconds, settle);
}
