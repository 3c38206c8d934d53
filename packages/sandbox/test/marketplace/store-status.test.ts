import { beforeEach, describe, expect, it } from 'vitest';
import {
  amsterdam,
  athens,
  austin,
  berlin,
  hour,
  Marketplace,
  minute,
  requestExample,
  responseExample,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const paused = { reason_code: 'too_busy' };

describe('setting a store status', () => {
  it('replaces the requested status, returns the result, and raises the revision', () => {
    const { revision } = marketplace.store(amsterdam);
    const { body } = marketplace.setStoreStatus(amsterdam, 'paused', {
      ...paused,
      duration_minutes: 45,
      note: 'Large group',
      expected_revision: revision,
    });
    expect(body).toMatchObject({
      changed: true,
      status: 'paused',
      accepting_orders: false,
      revision: revision + 1,
      requested: {
        status: 'paused',
        until: '2026-11-20T18:45:00.000Z',
        reason_code: 'too_busy',
        note: 'Large group',
        set_by: 'merchant',
      },
      blockers: [
        {
          code: 'paused_by_merchant',
          until: '2026-11-20T18:45:00.000Z',
          message: 'Paused by the store until Friday at 19:45, too busy.',
        },
      ],
      next_change_at: '2026-11-20T18:45:00.000Z',
      applied_at: '2026-11-20T18:00:00.000Z',
    });
    expect(marketplace.store(amsterdam)).toMatchObject({
      status: 'paused',
      revision: revision + 1,
      requested: body.requested,
    });
    expect(marketplace.setStoreStatus(amsterdam, 'open').body).toMatchObject({
      changed: true,
      status: 'open',
      accepting_orders: true,
      blockers: [],
      revision: revision + 2,
    });
  });

  it('changes nothing when the request is repeated', async () => {
    const until = '2026-11-20T20:00:00+01:00';
    const first = marketplace.setStoreStatus(amsterdam, 'busy', { until }).body;
    await marketplace.advance(5 * minute);
    expect(marketplace.setStoreStatus(amsterdam, 'busy', { until }).body).toEqual({
      ...first,
      changed: false,
    });
    expect(
      marketplace.setStoreStatus(amsterdam, 'busy', { until, extra_preparation_minutes: 20 }).body,
    ).toMatchObject({ changed: true });
    expect(marketplace.setStoreStatus(austin, 'open').body).toMatchObject({
      changed: false,
      revision: marketplace.store(austin).revision,
    });
  });

  it('changes nothing when a request without an end time is repeated', async () => {
    const friday = [{ day: 'friday', opens: '10:00', closes: '22:00' }];
    marketplace.behavior.load({
      stores: [
        { ...structuredClone(responseExample('getStore', 'store_open')), opening_hours: friday },
      ],
    });
    const first = marketplace.setStoreStatus(amsterdam, 'paused', paused).body;
    expect(first).toMatchObject({
      changed: true,
      requested: { until: '2026-11-21T18:00:00.000Z' },
    });
    await marketplace.advance(5 * minute);
    expect(marketplace.setStoreStatus(amsterdam, 'paused', paused).body).toEqual({
      ...first,
      changed: false,
    });
  });

  it('restores `open` at the end time and increments the revision', async () => {
    const { revision } = marketplace.setStoreStatus(amsterdam, 'paused', {
      ...paused,
      duration_minutes: 30,
    }).body as { revision: number };
    await marketplace.advance(30 * minute);
    expect(marketplace.store(amsterdam)).toMatchObject({
      status: 'open',
      revision: revision + 1,
      requested: { status: 'open', set_by: 'schedule', set_at: '2026-11-20T18:30:00.000Z' },
      updated_at: '2026-11-20T18:30:00.000Z',
    });
  });

  it('cancels the end time of the previous status', async () => {
    marketplace.setStoreStatus(amsterdam, 'paused', { ...paused, duration_minutes: 30 });
    const { revision } = marketplace.setStoreStatus(amsterdam, 'open').body;
    await marketplace.advance(hour);
    expect(marketplace.store(amsterdam)).toMatchObject({
      revision,
      requested: { status: 'open', set_by: 'merchant' },
    });
  });

  it.each([
    ['paused', paused, '2026-11-21T10:00:00.000Z'],
    ['busy', {}, '2026-11-21T00:00:00.000Z'],
    ['closed', paused, undefined],
    ['open', {}, undefined],
  ])(
    'uses the default end time of the status %s if the request has none',
    (status, more, until) => {
      const { requested } = marketplace.setStoreStatus(amsterdam, status, more).body as {
        requested: { until?: string };
      };
      expect(requested.until).toBe(until);
    },
  );

  it('limits a status without an end time to 24 hours when the store has no later opening or closing time', () => {
    marketplace.behavior.load({
      stores: [{ ...marketplace.store(berlin), blockers: [] }],
      menus: [{ ...requestExample('submitMenu', 'submit_evening_menu'), store_ids: [berlin] }],
    });
    expect(marketplace.setStoreStatus(berlin, 'paused', paused).body).toMatchObject({
      requested: { until: '2026-11-21T18:00:00.000Z' },
    });
    expect(marketplace.setStoreStatus(berlin, 'busy').body).toMatchObject({
      requested: { until: '2026-11-21T18:00:00.000Z' },
    });
  });

  it('adds preparation time to the store and to new orders when the status is `busy`', () => {
    const before = marketplace.createOrder({ scenario: 'pickup_happy_path', store_id: amsterdam });
    marketplace.setStoreStatus(amsterdam, 'busy', { extra_preparation_minutes: 25 });
    expect(marketplace.store(amsterdam)).toMatchObject({
      status: 'busy',
      accepting_orders: true,
      preparation: { default_minutes: 20, extra_minutes: 25 },
    });
    const after = marketplace.createOrder({ scenario: 'pickup_happy_path', store_id: amsterdam });
    expect(
      Date.parse(after.timing.estimated_ready_at ?? '') -
        Date.parse(before.timing.estimated_ready_at ?? ''),
    ).toBe(25 * minute);
    marketplace.setStoreStatus(amsterdam, 'open');
    expect(marketplace.store(amsterdam).preparation.extra_minutes).toBe(0);
  });

  it('pauses one fulfillment type and keeps the store open, or pauses the store with all its types', () => {
    const { body } = marketplace.setStoreStatus(amsterdam, 'paused', {
      ...paused,
      duration_minutes: 30,
      fulfillment: [{ type: 'delivery' }],
    });
    expect(body).toMatchObject({
      status: 'open',
      accepting_orders: true,
      blockers: [{ fulfillment: [{ type: 'delivery' }] }],
      next_change_at: '2026-11-21T00:00:00.000Z',
    });
    expect(marketplace.store(amsterdam).fulfillment_options).toMatchObject([
      { type: 'delivery', accepting_orders: false },
      { type: 'pickup', accepting_orders: true },
    ]);
    expect(
      marketplace.setStoreStatus(amsterdam, 'paused', {
        ...paused,
        duration_minutes: 30,
        fulfillment: [{ type: 'delivery' }, { type: 'pickup' }],
      }).body,
    ).toMatchObject({ status: 'paused', accepting_orders: false });
  });

  it('pauses deliveries by the store without a change to deliveries by the marketplace', () => {
    const fulfillment = [{ type: 'delivery', delivered_by: 'merchant' }];
    const request = { ...paused, duration_minutes: 30, fulfillment };
    const { body } = marketplace.setStoreStatus(athens, 'paused', request);
    expect(body).toMatchObject({
      status: 'open',
      requested: { fulfillment },
      blockers: [{ code: 'paused_by_merchant', fulfillment }],
    });
    expect(marketplace.store(athens).fulfillment_options).toMatchObject([
      { type: 'delivery', delivered_by: 'merchant', accepting_orders: false },
      { type: 'delivery', delivered_by: 'marketplace', accepting_orders: true },
      { type: 'pickup', accepting_orders: true },
    ]);
  });

  it('rejects a fulfillment option that the store does not offer', () => {
    const fulfillment = [{ type: 'pickup' }, { type: 'delivery', delivered_by: 'merchant' }];
    expect(
      marketplace.setStoreStatus(amsterdam, 'paused', { ...paused, fulfillment }).body,
    ).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/fulfillment/1', code: 'not_offered' }],
    });
    expect(marketplace.store(amsterdam).requested.status).toBe('open');
  });

  it('reports an outdated revision before a fulfillment option that the store does not offer', () => {
    const fulfillment = [{ type: 'delivery', delivered_by: 'merchant' }];
    const request = { ...paused, fulfillment, expected_revision: 99 };
    expect(marketplace.setStoreStatus(amsterdam, 'paused', request).body).toMatchObject({
      code: 'revision_conflict',
    });
  });

  it('reports a blocker of the marketplace before a fulfillment option that the store does not offer', () => {
    const { id } = marketplace.createOrder({ scenario: 'store_suspended', store_id: amsterdam });
    marketplace.setStatus(id, 'accepted');
    const fulfillment = [{ type: 'delivery', delivered_by: 'merchant' }];
    expect(
      marketplace.setStoreStatus(amsterdam, 'busy', { fulfillment, duration_minutes: 30 }).body,
    ).toMatchObject({ code: 'store_not_reopenable' });
  });

  it('does not change existing orders when the store closes', () => {
    const order = marketplace.createOrder({ store_id: amsterdam });
    marketplace.setStoreStatus(amsterdam, 'closed', paused);
    expect(marketplace.order(order.id)).toEqual(order);
  });
});

describe('invalid status requests', () => {
  it.each([
    ['open', { duration_minutes: 5 }, '/duration_minutes', 'not_applicable'],
    ['open', { fulfillment: [{ type: 'pickup' }] }, '/fulfillment', 'not_applicable'],
    ['open', paused, '/reason_code', 'not_applicable'],
    ['closed', { ...paused, until: '2026-11-20T20:00:00Z' }, '/until', 'not_applicable'],
    [
      'paused',
      { ...paused, extra_preparation_minutes: 10 },
      '/extra_preparation_minutes',
      'not_applicable',
    ],
    ['paused', { ...paused, until: '2026-11-20T18:00:00Z' }, '/until', 'not_in_future'],
    ['busy', { until: '2026-11-27T18:00:00.001Z' }, '/until', 'too_far_ahead'],
  ])('rejects the status %s with %j', (status, more, pointer, code) => {
    expect(marketplace.setStoreStatus(amsterdam, status, more)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer, code }] },
    });
  });

  it('rejects a request whose `expected_revision` is outdated', () => {
    const { revision } = marketplace.store(amsterdam);
    expect(
      marketplace.setStoreStatus(amsterdam, 'open', { expected_revision: revision - 1 }),
    ).toMatchObject({
      status: 409,
      body: { code: 'revision_conflict', current_revision: revision, current_status: 'open' },
    });
  });
});
