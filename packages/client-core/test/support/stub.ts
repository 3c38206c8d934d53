import { type Environment, environmentKey } from '../../src/call/context.js';
import { type ClientOptions, createCaller, type FetchInit } from '../../src/index.js';

/** Reaction of the stubbed service to a request: respond, fail, or never respond. */
export type Step =
  | Response
  | Error
  | 'hangs'
  | ((request: Request) => Response | Promise<Response>);

/**
 * Creates a caller for a service that runs the given steps in order and then responds with `{}`. Only
 * delays advance the clock, and there is no jitter.
 *
 * @returns the caller, the sent requests, the delays in milliseconds, and the clock
 */
export function stub(steps: Step[] = [], options: Partial<ClientOptions> = {}) {
  const sent: Request[] = [];
  const waits: number[] = [];
  const clock = { now: Date.parse('2026-11-20T18:00:00Z') };
  const left = [...steps];
  const fetch = async (url: string, init: FetchInit): Promise<Response> => {
    const request = new Request(url, init);
    sent.push(request.clone());
    const step = left.shift() ?? Response.json({});
    if (step === 'hangs') return await new Promise(() => {});
    if (step instanceof Error) throw step;
    return typeof step === 'function' ? step(request) : step;
  };
  const sleep = async (ms: number) => {
    waits.push(ms);
    clock.now += ms;
  };
  const client = withEnvironment(
    { baseUrl: 'https://api.example.com/v1/', token: 'test_1', fetch, ...options },
    { now: () => clock.now, elapsed: () => clock.now, random: () => 0, sleep },
  );
  const call = createCaller(client, { partner_name: 'acme' });
  return { call, sent, waits, clock };
}

/** Returns client options with another environment. */
export const withEnvironment = <Options extends ClientOptions>(
  options: Options,
  environment: Partial<Environment>,
): Options => Object.assign({ ...options }, { [environmentKey]: environment });

/** Returns the error that a promise rejects with. */
export const rejectionOf = <T = Error>(promise: Promise<unknown>): Promise<T> =>
  promise.then(
    () => {
      throw new Error('The promise did not reject.');
    },
    (error) => error as T,
  );
