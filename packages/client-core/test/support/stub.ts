import { type Environment, environmentKey } from '../../src/call/context.js';
import { type ClientOptions, createCaller } from '../../src/index.js';

/** What the stubbed service does when it is called: answer, break the connection, or never end. */
export type Step =
  | Response
  | Error
  | 'hangs'
  | ((request: Request) => Response | Promise<Response>);

/**
 * A client whose service takes the given steps in turn and then answers `{}`; with a clock that
 * only a wait moves, and without chance.
 *
 * @returns the caller, what was sent, how long was waited, and the clock
 */
export function stub(steps: Step[] = [], options: Partial<ClientOptions> = {}) {
  const sent: Request[] = [];
  const waits: number[] = [];
  const clock = { now: Date.parse('2026-11-20T18:00:00Z') };
  const left = [...steps];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
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
  const client = around(
    { baseUrl: 'https://api.example.com/v1/', token: 'test_1', fetch, ...options },
    { now: () => clock.now, random: () => 0, sleep },
  );
  const call = createCaller(client, { partner_name: 'acme' });
  return { call, sent, waits, clock };
}

/** Client options that carry other surroundings. */
export const around = <Options extends ClientOptions>(
  options: Options,
  environment: Partial<Environment>,
): Options => Object.assign({ ...options }, { [environmentKey]: environment });

/** The error that a promise ends with. */
export const failureOf = <T = Error>(promise: Promise<unknown>): Promise<T> =>
  promise.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error) => error as T,
  );
