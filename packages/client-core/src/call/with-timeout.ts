import type { PlatformSignal } from '../http/platform.js';

/** What {@link limited} rejects with when the time is up. */
export const timeUp = Symbol('time up');
/** What {@link limited} rejects with when the caller aborts. */
export const callerAborted = Symbol('aborted');

/**
 * Runs a step until it ends, its time is up or the caller aborts; not at all when the caller has
 * aborted before. A step that is ended from outside is told
 * through its own signal and not waited for.
 * Whichever comes first, no timer and no listener is left behind.
 *
 * @param ms at most so many milliseconds
 */
export function limited<T>(
  ms: number,
  caller: PlatformSignal | undefined,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (caller?.aborted) return Promise.reject(callerAborted);
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const stop = (reason: symbol) => {
      end();
      reject(reason);
      controller.abort();
    };
    // A timer cannot run for longer than that, and fires at once instead.
    const timer = setTimeout(stop, Math.min(ms, 2 ** 31 - 1), timeUp);
    const onAbort = () => stop(callerAborted);
    const end = () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    };
    caller?.addEventListener('abort', onAbort);
    step(controller.signal).then(
      (value) => {
        end();
        resolve(value);
      },
      (error) => {
        end();
        reject(error);
      },
    );
  });
}

/** Resolves after `ms` milliseconds, or as soon as the caller aborts. */
export const sleep = (ms: number, caller: PlatformSignal | undefined): Promise<void> =>
  limited(ms, caller, () => new Promise<void>(() => {})).catch(() => {});
