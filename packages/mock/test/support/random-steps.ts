import fc from 'fast-check';
import {
  operations,
  type TestContract,
  testContracts,
} from '../../../sandbox/test/support/contracts.ts';

export const [lastmile, marketplace] = testContracts as [TestContract, TestContract];
const bookingScenarios = lastmile.contract.scenarios
  .filter((one) => one.operations.includes('createBooking'))
  .map(({ name }) => name);
/** The scenarios that create an order: all except the scenario for a menu. */
const orderScenarios = marketplace.contract.scenarios
  .map(({ name }) => name)
  .filter((name) => name !== 'menu_publishing_fails');
const codes = ['internal_error', 'service_unavailable', 'rate_limited'];

/**
 * A client request, a control action, or a fault. `which` selects an existing resource or, for
 * `repeat`, an earlier write request.
 */
export type Step =
  | { do: 'book'; scenario: string; reference: number }
  | { do: 'estimate' }
  | { do: 'cancel'; which: number; fee: number }
  | { do: 'create order'; scenario: string }
  | { do: 'acknowledge'; which: number; result: 'succeeded' | 'failed' }
  | { do: 'set'; which: number; status: string }
  | { do: 'store'; status: string }
  | { do: 'advance'; which: number }
  | { do: 'read'; which: number }
  | { do: 'repeat'; which: number; changed: boolean }
  | { do: 'wait'; seconds: number }
  | { do: 'fault'; operation: string; code: string | undefined; times: number }
  | {
      do: 'event fault';
      fault:
        | 'duplicate'
        | 'out_of_order'
        | 'delayed'
        | 'bad_signature'
        | 'truncated'
        | 'unreachable';
      times: number;
    };

const which = fc.nat({ max: 50 });
const record = <Name extends Step['do']>(
  name: Name,
  parts: {
    [Part in keyof Omit<Extract<Step, { do: Name }>, 'do'>]: fc.Arbitrary<
      Extract<Step, { do: Name }>[Part]
    >;
  },
) => fc.record({ do: fc.constant(name), ...parts }) as unknown as fc.Arbitrary<Step>;
/** A random step. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: record('book', {
      scenario: fc.constantFrom(...bookingScenarios),
      reference: fc.nat({ max: 6 }),
    }),
  },
  { weight: 1, arbitrary: record('estimate', {}) },
  { weight: 2, arbitrary: record('cancel', { which, fee: fc.constantFrom(0, 5_000) }) },
  {
    weight: 3,
    arbitrary: record('create order', { scenario: fc.constantFrom(...orderScenarios) }),
  },
  {
    weight: 2,
    arbitrary: record('acknowledge', { which, result: fc.constantFrom('succeeded', 'failed') }),
  },
  {
    weight: 4,
    arbitrary: record('set', {
      which,
      status: fc.constantFrom(
        'accepted',
        'rejected',
        'preparing',
        'ready',
        'completed',
        'cancelled',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: record('store', { status: fc.constantFrom('open', 'paused', 'busy', 'closed') }),
  },
  { weight: 2, arbitrary: record('advance', { which }) },
  { weight: 2, arbitrary: record('read', { which }) },
  { weight: 3, arbitrary: record('repeat', { which, changed: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: record('wait', { seconds: fc.constantFrom(0, 1, 7, 45, 180, 900, 4000) }),
  },
  {
    weight: 1,
    arbitrary: record('fault', {
      operation: fc.constantFrom('*', ...operations.map(({ operation }) => operation.id)),
      code: fc.option(fc.constantFrom(...codes), { nil: undefined }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: record('event fault', {
      fault: fc.constantFrom(
        'duplicate',
        'out_of_order',
        'delayed',
        'bad_signature',
        'truncated',
        'unreachable',
      ),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
);
