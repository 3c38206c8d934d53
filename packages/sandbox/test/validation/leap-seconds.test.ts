import type { Order } from '@delivery-api/marketplace-types';
import type { Json, JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import type { MarketplaceBehavior } from '../../src/kernel/interface-behavior.ts';
import type { InterfaceName } from '../../src/types.ts';
import { replaceLeapSeconds } from '../../src/validation/leap-seconds.ts';
import { testContracts } from '../support/contracts.ts';
import { bookingRequest, createSandbox, estimateRequest } from '../support/lastmile.ts';
import { amsterdam, Marketplace } from '../support/marketplace.ts';
import { SandboxDriver } from '../support/sandbox-driver.ts';

/** The leap second at the end of the day on which the sandbox starts, and the second after it. */
const leap = '2026-11-20T23:59:60Z';
const next = '2026-11-21T00:00:00.000Z';

async function send(
  driver: SandboxDriver,
  name: InterfaceName,
  operationId: string,
  body: JsonObject,
  id?: string,
): Promise<{ status: number; body: Json }> {
  const contract = testContracts.find((one) => one.name === name)?.contract;
  const operation = contract?.operations.find((one) => one.id === operationId);
  if (contract === undefined || operation === undefined) throw new Error(operationId);
  const parameters = new Map(
    operation.parameters.map((one) => [
      one.name,
      one.name === 'partner_name' ? 'acme' : (id ?? ''),
    ]),
  );
  return driver.sandbox.interface(name).handler.handle({
    contract,
    operation,
    requestId: 'req_00000000',
    parameters,
    idempotencyKey: undefined,
    token: 'test_token',
    body,
  });
}

describe('leap seconds', () => {
  it.each([
    ['createEstimate', estimateRequest({ schedule: { ready_at: leap } })],
    ['createBooking', bookingRequest({ schedule: { ready_at: leap } })],
  ])(
    'a leap second is accepted by %s, and a created booking contains the next second',
    async (operation, body) => {
      const driver = new SandboxDriver();
      const { status, body: response } = await send(driver, 'lastmile', operation, body);
      expect(status).toBe(201);
      if (operation === 'createBooking')
        expect(response).toMatchObject({ schedule: { ready_at: next } });
      driver.sandbox.stop();
    },
  );

  it('a leap second is parsed as the next second by setStoreStatus', async () => {
    const driver = new SandboxDriver();
    const body = { status: 'paused', reason_code: 'too_busy', until: leap };
    const response = await send(driver, 'marketplace', 'setStoreStatus', body, amsterdam);
    expect(response).toMatchObject({ status: 200, body: { requested: { until: next } } });
    driver.sandbox.stop();
  });

  it.each([
    ['ready_at', (order: Order) => order.timing.confirmed_ready_at],
    ['occurred_at', (order: Order) => order.history.at(-1)?.at],
  ] as const)(
    'a leap second in %s is parsed as the next second by setOrderStatus',
    async (field, stored) => {
      const driver = new SandboxDriver();
      const { behavior } = driver.sandbox.interface('marketplace');
      const { body } = (behavior as MarketplaceBehavior).createOrder({
        scenario: 'pickup_happy_path',
      });
      const request = { status: 'accepted', [field]: '2026-11-20T17:59:60Z' };
      const { id } = body as { id: string };
      const response = await send(driver, 'marketplace', 'setOrderStatus', request, id);
      expect(response).toMatchObject({ status: 200, body: { status: 'accepted' } });
      const order = await send(driver, 'marketplace', 'getOrder', {}, id);
      expect(stored(order.body as unknown as Order)).toBe('2026-11-20T18:00:00.000Z');
      driver.sandbox.stop();
    },
  );

  it('a leap second is parsed as the next second in loaded data of both interfaces', () => {
    const lastmile = createSandbox();
    const [store] = lastmile.behavior.snapshot(1).stores as JsonObject[];
    lastmile.behavior.load({ stores: [{ ...store, updated_at: '2026-11-19T23:59:60Z' }] });
    expect(lastmile.behavior.snapshot(1).stores).toMatchObject([
      { updated_at: '2026-11-20T00:00:00.000Z' },
    ]);
    const marketplace = new Marketplace();
    const [other] = marketplace.behavior.snapshot(1).stores as JsonObject[];
    marketplace.behavior.load({ stores: [{ ...other, updated_at: '2026-11-19T23:59:60Z' }] });
    expect(JSON.stringify(marketplace.behavior.snapshot(1).stores)).not.toContain(':60Z');
  });

  it('a leap second is parsed as the next second in a test order', () => {
    const marketplace = new Marketplace();
    const order = { timing: { requested_window: { starts_at: leap, ends_at: leap } } };
    const { timing } = marketplace.createOrder({ scenario: 'scheduled_order', order });
    expect(timing.requested_window).toEqual({ starts_at: next, ends_at: next });
  });

  it('a leap second in free text does not change', () => {
    const { contract } = testContracts.find(
      ({ name }) => name === 'lastmile',
    ) as (typeof testContracts)[number];
    const schema = contract.schemas.get('CreateBookingRequest') ?? {};
    const request = bookingRequest({ metadata: { note: leap }, display_reference: leap });
    expect(replaceLeapSeconds(contract, schema, request)).toEqual(request);
  });

  it.each([
    ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.500Z'],
    ['2017-01-01T08:59:60+09:00', '2017-01-01T00:00:00.000Z'],
  ])('the leap second %s becomes %s', (text, expected) => {
    const { contract } = testContracts[0] as (typeof testContracts)[number];
    const schema = { type: 'string', format: 'date-time' };
    expect(replaceLeapSeconds(contract, schema, text)).toBe(expected);
  });
});
