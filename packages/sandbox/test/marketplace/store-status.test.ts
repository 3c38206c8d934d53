import { beforeEach, describe, expect, it } from 'vitest';
import {
  amsterdam,
  austin,
  berlin,
  hour,
  kuwait,
  Marketplace,
  malmo,
  minute,
  requestExample,
  responseExample,
  rotterdam,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const codes = (store: string): string[] =>
  marketplace.store(store).blockers.map(({ code }) => code);
const paused = { reason_code: 'too_busy' };

describe('the stores of a new sandbox', () => {
  it('are those of the examples, in their base form: open within their hours, with a menu, without orders', () => {
    const states = (marketplace.behavior.snapshot(20).stores as { id: string }[]).map(
      ({ id }) => [id, marketplace.store(id).status, codes(id)] as const,
    );
    expect(states).toEqual(
      expect.arrayContaining([
        [amsterdam, 'open', []],
        [austin, 'open', []],
        [kuwait, 'open', []],
        [malmo, 'closed', ['outside_opening_hours']],
        [rotterdam, 'closed', ['no_menu']],
        [berlin, 'closed', ['suspended', 'no_menu']],
      ]),
    );
    for (const [id] of states)
      expect(marketplace.store(id)).toMatchObject({
        test: true,
        open_orders: { total: 0, items: [] },
        requested: { status: 'open' },
      });
  });

  it('are not there for others', () => {
    for (const [operation, parameters, body] of [
      ['getStore', { id: amsterdam }, undefined],
      ['setStoreStatus', { store_id: amsterdam }, { status: 'open' }],
    ] as const) {
      expect(marketplace.request(operation, parameters, body, 'test_other')).toMatchObject({
        status: 404,
        body: { code: 'store_not_found' },
      });
      expect(
        marketplace.request(operation, { id: 'sto_none', store_id: 'sto_none' }, body).status,
      ).toBe(404);
    }
  });
});

describe('the hours', () => {
  it('close and open the store without a revision, and next_change_at says when', async () => {
    const { revision, next_change_at } = marketplace.store(amsterdam);
    expect(next_change_at).toBe('2026-11-21T00:00:00.000Z');
    await marketplace.advance(6 * hour);
    expect(marketplace.store(amsterdam)).toMatchObject({
      status: 'closed',
      accepting_orders: false,
      revision,
      next_change_at: '2026-11-21T10:00:00.000Z',
      blockers: [
        {
          code: 'outside_opening_hours',
          resolvable_by: 'merchant',
          until: '2026-11-21T10:00:00.000Z',
          message: 'Opens on Saturday at 11:00.',
        },
      ],
    });
    await marketplace.advance(10 * hour);
    expect(marketplace.store(amsterdam)).toMatchObject({ status: 'open', revision, blockers: [] });
  });

  it('of a special day count instead of the weekly ones, and past days are left out', () => {
    marketplace = new Marketplace({ at: Date.parse('2026-12-05T16:30:00Z') });
    expect(marketplace.store(amsterdam)).toMatchObject({
      status: 'closed',
      blockers: [
        {
          code: 'special_day',
          until: '2026-12-06T11:00:00.000Z',
          message: expect.stringContaining('Sinterklaas'),
        },
      ],
      special_days: [{ date: '2026-12-05' }, { date: '2026-12-25' }],
    });
    marketplace = new Marketplace({ at: Date.parse('2026-12-25T12:00:00Z') });
    expect(codes(amsterdam)).toEqual(['special_day']);
    expect(marketplace.store(amsterdam).special_days.map(({ date }) => date)).toEqual([
      '2026-12-25',
    ]);
  });

  it('refuse opening with the moment at which they begin', () => {
    marketplace = new Marketplace({ at: Date.parse('2026-11-20T08:30:00Z') });
    for (const status of ['open', 'busy']) {
      expect(marketplace.setStoreStatus(amsterdam, status)).toMatchObject({
        status: 409,
        body: {
          code: 'outside_opening_hours',
          next_open_at: '2026-11-20T10:00:00.000Z',
          detail: 'The store opens on Friday at 11:00 (Europe/Amsterdam).',
        },
      });
    }
    expect(marketplace.setStoreStatus(amsterdam, 'closed', paused).status).toBe(200);
  });
});

describe('setting a status', () => {
  it('replaces what was asked for, tells what comes out, and raises the revision', () => {
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

  it('is no change when the very same is asked for again', async () => {
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

  it('is no change when the same is asked for without an end, also where a day is the most', async () => {
    const friday = [{ day: 'friday', opens: '10:00', closes: '22:00' }];
    marketplace.behavior.reset({
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

  it('ends by the clock, which counts as a change', async () => {
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

  it('replaces the end of what was asked for before, too', async () => {
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
  ])('without an end, %s lasts until the hours say', (status, more, until) => {
    const { requested } = marketplace.setStoreStatus(amsterdam, status, more).body as {
      requested: { until?: string };
    };
    expect(requested.until).toBe(until);
  });

  it('lasts a day at most where the hours never begin anew', () => {
    marketplace.behavior.reset({
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

  it('to busy tells customers a later time, and new orders as well', () => {
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

  it('for one way leaves the others open, and keeps the status', () => {
    const { body } = marketplace.setStoreStatus(amsterdam, 'paused', {
      ...paused,
      duration_minutes: 30,
      fulfillment_types: ['delivery'],
    });
    expect(body).toMatchObject({
      status: 'open',
      accepting_orders: true,
      blockers: [{ fulfillment_types: ['delivery'] }],
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
        fulfillment_types: ['delivery', 'pickup'],
      }).body,
    ).toMatchObject({ status: 'paused', accepting_orders: false });
  });

  it('does not touch orders that were placed already', () => {
    const order = marketplace.createOrder({ store_id: amsterdam });
    marketplace.setStoreStatus(amsterdam, 'closed', paused);
    expect(marketplace.order(order.id)).toEqual(order);
  });
});

describe('blockers', () => {
  it('that only the marketplace can lift refuse opening', () => {
    expect(marketplace.setStoreStatus(berlin, 'open')).toMatchObject({
      status: 409,
      body: {
        code: 'store_not_reopenable',
        blockers: [{ code: 'suspended', resolvable_by: 'marketplace' }],
      },
    });
  });

  it('that opening does not end, but the store can mend, are answered with the status', () => {
    marketplace.setStoreStatus(rotterdam, 'closed', paused);
    expect(marketplace.setStoreStatus(rotterdam, 'open')).toMatchObject({
      status: 200,
      body: {
        changed: true,
        status: 'closed',
        accepting_orders: false,
        requested: { status: 'open' },
        blockers: [{ code: 'no_menu', resolvable_by: 'merchant' }],
      },
    });
  });

  it('after too many rejections pass after half an hour, or with opening', async () => {
    const rejectThree = (): void => {
      for (let count = 0; count < 3; count++)
        marketplace.setStatus(
          marketplace.createOrder({ scenario: 'pickup_happy_path', store_id: amsterdam }).id,
          'rejected',
          { reason: { code: 'too_busy' } },
        );
    };
    rejectThree();
    expect(marketplace.store(amsterdam)).toMatchObject({
      status: 'paused',
      next_change_at: '2026-11-20T18:30:00.000Z',
    });
    const { revision } = marketplace.store(amsterdam);
    await marketplace.advance(30 * minute);
    expect(marketplace.store(amsterdam)).toMatchObject({ status: 'open', blockers: [] });
    rejectThree();
    expect(codes(amsterdam)).toEqual(['too_many_rejections']);
    expect(marketplace.setStoreStatus(amsterdam, 'open').body).toMatchObject({
      changed: true,
      status: 'open',
      blockers: [],
    });
    expect(marketplace.store(amsterdam).revision).toBe(revision + 2);
  });

  it('after rejections in a row only: an accepted order begins the count anew', () => {
    for (const status of ['rejected', 'rejected', 'accepted', 'rejected', 'rejected']) {
      marketplace.setStatus(
        marketplace.createOrder({ scenario: 'pickup_happy_path', store_id: amsterdam }).id,
        status,
        status === 'rejected' ? { reason: { code: 'too_busy' } } : {},
      );
    }
    expect(codes(amsterdam)).toEqual([]);
  });
});

describe('a request for a status that does not fit together', () => {
  it.each([
    ['open', { duration_minutes: 5 }, '/duration_minutes', 'not_applicable'],
    ['open', { fulfillment_types: ['pickup'] }, '/fulfillment_types', 'not_applicable'],
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
  ])('%s with %j', (status, more, pointer, code) => {
    expect(marketplace.setStoreStatus(amsterdam, status, more)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer, code }] },
    });
  });

  it('or rests on what has changed', () => {
    const { revision } = marketplace.store(amsterdam);
    expect(
      marketplace.setStoreStatus(amsterdam, 'open', { expected_revision: revision - 1 }),
    ).toMatchObject({
      status: 409,
      body: { code: 'revision_conflict', current_revision: revision, current_status: 'open' },
    });
  });
});
