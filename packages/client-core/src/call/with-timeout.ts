import type { PlatformSignal } from '../http/platform.js';

/** Rejection reason of {@link withTimeout} after the timeout. */
export const timedOut = Symbol('timed out');
/** Rejection reason of {@link withTimeout} after the signal aborted. */
export const abortedByCaller = Symbol('aborted by caller');

/** Maximum delay of a timer, in milliseconds. Timers with a longer delay fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Runs a step until it ends, the timeout expires, or the signal aborts. Does not start the step if
 * the signal is already aborted or no time is left. A stopped step receives an aborted signal, and
 * is not awaited. Removes the timer when the step ends.
 *
 * @param ms timeout in milliseconds
 */
export function withTimeout<T>(
  ms: number,
  callerSignal: PlatformSignal | undefined,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (callerSignal?.aborted) return Promise.reject(abortedByCaller);
  if (ms <= 0) return Promise.reject(timedOut);
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const stop = (reason: symbol) => {
      cleanUp();
      reject(reason);
      controller.abort();
    };
    const timer = setTimeout(stop, Math.min(ms, maxTimerMs), timedOut);
    const removeListener = callerSignal && onAbort(callerSignal, () => stop(abortedByCaller));
    const cleanUp = () => {
      clearTimeout(timer);
      removeListener?.();
    };
    step(controller.signal).finally(cleanUp).then(resolve, reject);
  });
}

/**
 * Callbacks by signal. Each signal has one listener, because Node.js warns if it has more than ten.
 */
const callbacksOf = new WeakMap<PlatformSignal, Set<() => void>>();

/** Adds a callback for the abort of a signal. Returns a function that removes the callback. */
function onAbort(signal: PlatformSignal, callback: () => void): () => void {
  const callbacks = callbacksOf.get(signal) ?? new Set();
  if (!callbacksOf.has(signal)) {
    callbacksOf.set(signal, callbacks);
    signal.addEventListener('abort', () => {
      for (const one of [...callbacks]) one();
    });
  }
  callbacks.add(callback);
  return () => void callbacks.delete(callback);
}

/** Resolves after `ms` milliseconds, or when the signal aborts. */
export const sleep = (ms: number, callerSignal: PlatformSignal | undefined): Promise<void> =>
  withTimeout(ms, callerSignal, () => new Promise<void>(() => {})).catch(() => {});
