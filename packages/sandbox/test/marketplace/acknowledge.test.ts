import { beforeEach, describe, expect, it } from 'vitest';
import { amsterdam, Marketplace, malmo, minute, second } from '../support/marketplace.ts';

let marketplace: Marketplace;
let id: string;

beforeEach(() => {
  marketplace = new Marketplace();
  ({ id } = marketplace.createOrder({ scenario: 'pickup_happy_path' }));
});

const failure = { reason_code: 'pos_offline', note: 'The POS does not respond.' };
const failed = { result: 'failed', ...failure };

describe('acknowledging an order', () => {
  it('stores the external ID, the event ID and the time, and does not change the status', () => {
    const [delivery] = marketplace.dispatcher.deliveries;
    const { body } = marketplace.acknowledge(id, {
      result: 'succeeded',
      external_id: 'POS-1',
      event_id: delivery?.eventId ?? '',
      occurred_at: '2026-11-20T19:00:00+01:00',
    });
    expect(body).toMatchObject({
      changed: true,
      status: 'created',
      revision: 2,
      external_id: 'POS-1',
    });
    expect(body.acknowledgement).toMatchObject({
      state: 'succeeded',
      acknowledged_at: '2026-11-20T18:00:00.000Z',
      late: false,
      event_id: delivery?.eventId,
    });
    expect(marketplace.order(id)).toMatchObject({
      external_id: 'POS-1',
      status: 'created',
      acknowledgement: body.acknowledgement,
    });
  });

  it('changes nothing when it is repeated, unless the external ID differs', () => {
    marketplace.acknowledge(id, { result: 'succeeded', external_id: 'POS-1' });
    const before = marketplace.order(id);
    for (const body of [{ result: 'succeeded', external_id: 'POS-1' }, { result: 'succeeded' }]) {
      expect(marketplace.acknowledge(id, body).body).toMatchObject({ changed: false, revision: 2 });
    }
    expect(marketplace.order(id)).toEqual(before);
    expect(
      marketplace.acknowledge(id, { result: 'succeeded', external_id: 'POS-2' }).body,
    ).toMatchObject({ changed: true, revision: 3, external_id: 'POS-2' });
  });

  it('accepts a failure, and a success after the failure', () => {
    expect(marketplace.acknowledge(id, failed).body).toMatchObject({
      changed: true,
      acknowledgement: { state: 'failed', ...failure },
    });
    expect(marketplace.acknowledge(id, failed).body).toMatchObject({ changed: false });
    const { acknowledgement } = marketplace.acknowledge(id).body;
    expect(acknowledgement).toMatchObject({ state: 'succeeded' });
    expect(acknowledgement).not.toHaveProperty('reason_code');
  });

  it('rejects a failure after a success', () => {
    marketplace.acknowledge(id, { result: 'succeeded', external_id: 'POS-1' });
    expect(marketplace.acknowledge(id, failed)).toMatchObject({
      status: 409,
      body: {
        code: 'acknowledgement_conflict',
        current_status: 'created',
        current_revision: 2,
        detail: expect.stringContaining('POS-1'),
      },
    });
  });

  it('returns the status of a closed order, and changes nothing', () => {
    marketplace.setStatus(id, 'rejected', { reason_code: 'too_busy' });
    const before = marketplace.order(id);
    for (const body of [failed, { result: 'succeeded', external_id: 'POS-9' }]) {
      expect(marketplace.acknowledge(id, body)).toMatchObject({
        status: 200,
        body: { changed: false, status: 'rejected', phase: 'closed' },
      });
    }
    expect(marketplace.order(id)).toEqual(before);
  });

  it('ignores an event ID that does not belong to the order', () => {
    expect(
      marketplace.acknowledge(id, { result: 'succeeded', event_id: 'evt_other' }).body
        .acknowledgement,
    ).not.toHaveProperty('event_id');
  });

  it.each([
    ['in the future as the current time', '2026-11-20T18:00:30Z', '2026-11-20T18:00:05.000Z'],
    [
      'before the order as the time of the order',
      '2026-11-20T17:00:00Z',
      '2026-11-20T18:00:00.000Z',
    ],
  ])('stores a time %s', async (_, occurred_at, acknowledged_at) => {
    await marketplace.advance(5 * second);
    expect(marketplace.acknowledge(id, { result: 'succeeded', occurred_at }).body).toMatchObject({
      acknowledgement: { acknowledged_at },
    });
  });

  it('reports every line that the order does not have', () => {
    const lines = ['line_1', 'line_9', 'nonsense'].map((line_id) => ({
      line_id,
      problem: 'item_not_found',
    }));
    expect(
      marketplace.acknowledge(id, { result: 'succeeded', unmatched_lines: lines }),
    ).toMatchObject({
      status: 422,
      body: {
        code: 'line_not_found',
        errors: [
          { pointer: '/unmatched_lines/1/line_id', code: 'unknown_line' },
          { pointer: '/unmatched_lines/2/line_id' },
        ],
      },
    });
    expect(marketplace.order(id).revision).toBe(1);
  });

  it('setting a status acknowledges an order, even after a failed acknowledgement and after acknowledge_by', async () => {
    marketplace.acknowledge(id, failed);
    await marketplace.advance(4 * minute);
    expect(marketplace.setStatus(id, 'accepted').body.revision).toBe(3);
    expect(marketplace.order(id).acknowledgement).toEqual({
      state: 'succeeded',
      acknowledge_by: '2026-11-20T18:03:00.000Z',
      acknowledged_at: '2026-11-20T18:04:00.000Z',
      late: true,
    });
  });
});

it('setting a status that the marketplace has already set acknowledges the order, and changes nothing else', async () => {
  const auto = marketplace.createOrder({ scenario: 'dine_in_happy_path' }).id;
  await marketplace.advance(second);
  expect(marketplace.setStatus(auto, 'accepted').body).toMatchObject({
    changed: false,
    revision: 3,
  });
  await marketplace.advance(5 * minute);
  expect(marketplace.order(auto)).toMatchObject({
    revision: 3,
    acknowledgement: { state: 'succeeded', late: false },
  });
});

describe('orders without an acknowledgement', () => {
  it('three consecutive unacknowledged orders block the store until an order is acknowledged', async () => {
    const ids = [1, 2, 3].map(() => marketplace.createOrder({ store_id: malmo }).id);
    await marketplace.advance(3 * minute);
    const blocked = (): string[] => marketplace.store(malmo).blockers.map(({ code }) => code);
    expect(blocked()).toContain('pos_unreachable');
    const { revision } = marketplace.store(malmo);
    marketplace.acknowledge(ids[1] as string);
    expect(blocked()).not.toContain('pos_unreachable');
    expect(marketplace.store(malmo).revision).toBe(revision + 1);
    expect(marketplace.store(amsterdam).blockers).toEqual([]);
  });
});

it('an integration gets 404 for orders of other integrations and for unknown orders', () => {
  const otherToken = 'test_other_integration';
  for (const [operation, body] of [
    ['getOrder', undefined],
    ['acknowledgeOrder', { result: 'succeeded' }],
    ['setOrderStatus', { status: 'accepted' }],
  ] as const) {
    expect(marketplace.request(operation, { id }, body, otherToken)).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    });
    expect(marketplace.request(operation, { id: 'ord_nothere' }, body)).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    });
  }
});
