import { freeze, type Handlers, handlersFor, type MockHttp } from '@delivery-api/client-core/testing';
import { type EventFixtures, events as eventExamples, fixtures as examples, type Fixtures, routes } from './generated/fixtures.js';

export type { Handlers, MockHttp, SignedWebhook, SignOptions } from '@delivery-api/client-core/testing';
export { signWebhook } from '@delivery-api/client-core/testing';
export type { EventFixtures, Fixtures } from './generated/fixtures.js';

/** The contract's examples of what each operation takes and answers, typed. They are frozen: `structuredClone` one before you change it. */
export const fixtures: Fixtures = /* @__PURE__ */ freeze(examples);

/** The contract's example events by `type`, typed. They are frozen: `structuredClone` one before you change it. */
export const events: EventFixtures = /* @__PURE__ */ freeze(eventExamples);

/**
 * Handlers for MSW from the contract's examples: `all()` answers every operation with its success; a function for each operation answers any
 * documented status and example.
 *
 * @param http the `http` of `msw`
 * @param baseUrl the base address that the client under test has
 * @example
 * const api = marketplaceHandlers(http, baseUrl);
 * const server = setupServer(...api.all());
 * server.use(api.setOrderStatus(409, 'invalid_transition'));
 */
export function marketplaceHandlers<Handler>(http: MockHttp<Handler>, baseUrl: string): Handlers<Fixtures, Handler> {
  return handlersFor(http, baseUrl, fixtures, routes);
}
