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
  rotterdam,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const codes = (store: string): string[] =>
  marketplace.store(store).blockers.map(({ code }) => code);
const paused = { reason_code: 'too_busy' };

describe('stores of a new sandbox', () => {
  it('a new sandbox contains the example stores with their blockers, and no orders', () => {
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

  it('the stores of a new sandbox do not exist for other integrations', () => {
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

describe('opening hours', () => {
  it('opening hours close and open the store at next_change_at without a new revision', async () => {
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

  it('hours on a special day replace the weekly hours, and past special days are not listed', () => {
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

  it('a store cannot be opened outside its opening hours, and the error contains the next opening time', () => {
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

describe('blockers', () => {
  it('a suspended store cannot be opened', () => {
    expect(marketplace.setStoreStatus(berlin, 'open')).toMatchObject({
      status: 409,
      body: {
        code: 'store_not_reopenable',
        blockers: [{ code: 'suspended', resolvable_by: 'marketplace' }],
      },
    });
  });

  it('a request to open a store without a menu is accepted, but the store stays closed', () => {
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

  it('a blocker for too many rejections ends after 30 minutes or when the store is opened', async () => {
    const rejectThree = (): void => {
      for (let count = 0; count < 3; count++)
        marketplace.setStatus(
          marketplace.createOrder({ scenario: 'pickup_happy_path', store_id: amsterdam }).id,
          'rejected',
          { reason_code: 'too_busy' },
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

  it('a blocker for too many rejections counts only consecutive rejections', () => {
    for (const status of ['rejected', 'rejected', 'accepted', 'rejected', 'rejected']) {
      marketplace.setStatus(
        marketplace.createOrder({ scenario: 'pickup_happy_path', store_id: amsterdam }).id,
        status,
        status === 'rejected' ? { reason_code: 'too_busy' } : {},
      );
    }
    expect(codes(amsterdam)).toEqual([]);
  });
});
