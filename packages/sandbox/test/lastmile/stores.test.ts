import { describe, expect, it } from 'vitest';
import { type Body, contract, createSandbox, friday, hour } from '../support/lastmile.ts';

const [amsterdam, athens, tokyo] = [
  'sto_01JD3M7X9KQA',
  'sto_01JD2T5B8WHP',
  'sto_01JD0X3C6YMD',
] as const;
const read = (id: string, moment: string, partner = 'acme'): Body =>
  createSandbox({ start: Date.parse(moment) }).request('getStoreInfo', { id, partner }).body;

describe('getStoreInfo', () => {
  it('returns the example stores in the contract to every partner, by store ID or external ID', () => {
    const names = contract.operations
      .find(({ id }) => id === 'getStoreInfo')
      ?.success.content?.examples.map(({ value }) => (value as Body).id);
    expect(names).toEqual([amsterdam, athens, tokyo]);
    for (const partner of ['acme', 'globex']) {
      for (const id of [...(names ?? []), 'ext:AMS-07'])
        expect(read(id, '2026-11-20T18:00:00Z', partner)).toMatchObject({ test: true });
    }
    for (const id of ['sto_none', 'ext:none', 'AMS-07'])
      expect(read(id, '2026-11-20T18:00:00Z').code).toBe('store_not_found');
  });

  it.each([
    [
      'is open on a Friday evening',
      amsterdam,
      '2026-11-20T18:00:00Z',
      { is_open: true, accepting_bookings: true },
    ],
    [
      'is open past midnight',
      amsterdam,
      '2026-11-20T23:59:00Z',
      { is_open: true, accepting_bookings: true },
    ],
    [
      'is closed at night until it opens',
      amsterdam,
      '2026-11-21T00:00:00Z',
      {
        is_open: false,
        accepting_bookings: false,
        not_accepting_reason: 'outside_opening_hours',
        next_open_at: '2026-11-21T10:00:00.000Z',
      },
    ],
    [
      'is closed on a holiday',
      amsterdam,
      '2026-12-25T12:00:00Z',
      {
        is_open: false,
        not_accepting_reason: 'special_day',
        next_open_at: '2026-12-26T10:00:00.000Z',
      },
    ],
    [
      'closes early on a special day',
      amsterdam,
      '2026-12-05T17:00:00Z',
      {
        is_open: false,
        not_accepting_reason: 'special_day',
        next_open_at: '2026-12-06T11:00:00.000Z',
      },
    ],
    [
      'is open according to its hours while it is paused',
      athens,
      '2026-11-20T18:00:00Z',
      { is_open: true, accepting_bookings: false, not_accepting_reason: 'paused' },
    ],
    [
      'is closed on a holiday in its own time zone',
      tokyo,
      '2026-11-22T15:30:00Z',
      {
        is_open: false,
        not_accepting_reason: 'special_day',
        next_open_at: '2026-11-24T01:00:00.000Z',
      },
    ],
  ])('returns a store that %s', (_, id, moment, expected) => {
    const shown = read(id, moment);
    expect(shown).toMatchObject(expected);
    expect(shown.next_open_at).toBe((expected as Body).next_open_at);
    expect(shown.not_accepting_reason).toBe((expected as Body).not_accepting_reason);
  });

  it('returns accepting_bookings false for a full store', () => {
    const sandbox = createSandbox();
    const one = sandbox.request('getStoreInfo', { id: amsterdam }).body;
    sandbox.behavior.load({
      stores: [{ ...one, capacity: { level: 'full', extra_wait_minutes: 0 } }],
    });
    expect(sandbox.request('getStoreInfo', { id: amsterdam }).body).toMatchObject({
      is_open: true,
      accepting_bookings: false,
      not_accepting_reason: 'at_capacity',
    });
  });

  it('returns a store as closed after its opening hours without a new revision', async () => {
    const sandbox = createSandbox();
    const before = sandbox.request('getStoreInfo', { id: amsterdam }).body;
    await sandbox.advanceClock(8 * hour);
    const after = sandbox.request('getStoreInfo', { id: amsterdam }).body;
    expect([before.is_open, after.is_open, after.revision, after.updated_at]).toEqual([
      true,
      false,
      before.revision,
      before.updated_at,
    ]);
    expect(Date.parse(before.updated_at)).toBeLessThanOrEqual(friday);
  });

  it('omits past special days', () => {
    expect(
      read(amsterdam, '2026-12-06T12:00:00Z').special_days.map(({ date }: Body) => date),
    ).toEqual(['2026-12-25']);
  });
});
