import type { PlatformSignal } from '../http/platform.js';

/** Rejection reason of {@link withTimeout} after the timeout. */
export const timedOut = Symbol('timed out');
/** Rejection reason of {@link withTimeout} after the caller aborted. */
export const abortedByCaller = Symbol('aborted by caller');

/** Maximum delay of a timer, in milliseconds. Timers with a longer delay fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Runs a step until it ends, the timeout expires or the caller aborts. It does not start a step if
 * the caller has already aborted or no time is left. A step that is stopped gets an aborted signal and is not awaited.
 * Every timer is removed.
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

/** Callbacks by signal. A signal gets one listener: Node.js warns about more than ten. */
const callbacksOf = new WeakMap<PlatformSignal, Set<() => void>>();

/** Calls back when a signal is aborted. Returns a function that removes the callback. */
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

/** Resolves after `ms` milliseconds, or when the caller aborts. */
export const sleep = (ms: number, callerSignal: PlatformSignal | undefined): Promise<void> =>
  withTimeout(ms, callerSignal, () => new Promise<void>(() => {})).catch(() => {});
