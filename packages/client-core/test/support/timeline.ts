import { vi } from 'vitest';

/**
 * Runs a call to its end with fake timers. Returns its outcome, its requests, the times at which
 * they were sent, in milliseconds after the start, and the number of timers that are left.
 *
 * @param call makes the call with the given `fetch`
 * @param respond returns the response to each request; a rejection is a connection error
 */
export async function timeline<T>(
  call: (fetch: typeof globalThis.fetch) => Promise<T>,
  respond: (request: Request, attempt: number) => Promise<Response>,
): Promise<{
  outcome: { value: T } | { error: unknown };
  sentAt: number[];
  requests: Request[];
  timersLeft: number;
}> {
  const sentAt: number[] = [];
  const requests: Request[] = [];
  vi.useFakeTimers({ now: Date.parse('2026-11-20T18:00:00Z') });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  try {
    const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init);
      requests.push(request.clone());
      sentAt.push(Date.now() - Date.parse('2026-11-20T18:00:00Z'));
      return respond(request, requests.length);
    };
    const ended = call(fetch).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    await vi.runAllTimersAsync();
    return { outcome: await ended, sentAt, requests, timersLeft: vi.getTimerCount() };
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
}
