import { describe, expect, it } from 'vitest';
import type { Json } from '../contract/model.ts';
import { byName, contracts, instances, instancesOf, shown } from './support/contracts.ts';

const idPrefix = /^(est|bkg|sto|ord|evt|mnu)_/;
const validId = /^(est|bkg|sto|ord|evt|mnu)_[0-9A-HJKMNP-TV-Z]{10,26}$/;

interface Mention {
  id: string;
  key: string;
  place: string;
  kind: string;
}

/** Returns every ID in a value, with the key that contains it. */
function ids(value: Json, place: string, kind: string, key = ''): Mention[] {
  if (typeof value === 'string')
    return idPrefix.test(value) ? [{ id: value, key, place, kind }] : [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => ids(item, `${place}/${index}`, kind, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    ids(member, `${place}/${name}`, kind, name),
  );
}

const mentions = contracts.flatMap((contract) => [
  ...shown(contract).flatMap(({ kind, example, place }) => ids(example.value, place, kind)),
  ...contract.operations.flatMap(({ id, parameters }) =>
    parameters.flatMap(({ name, example }) =>
      ids(example ?? null, `${id} ${name}`, 'parameter', name),
    ),
  ),
  ...contract.webhooks.flatMap(({ name, headers }) =>
    headers.flatMap((header) =>
      ids(header.example ?? null, `${name} ${header.name}`, 'header', header.name),
    ),
  ),
]);

/**
 * IDs of the resources that a response or an event contains: `id` of resources and `menu_version`
 * of menus.
 */
const shownIds = new Set(
  mentions
    .filter(
      ({ key, kind }) =>
        (kind === 'response' || kind === 'event') && ['id', 'menu_version'].includes(key),
    )
    .map(({ id }) => id),
);

describe('the IDs in examples', () => {
  it('example IDs have a prefix and only characters that are not easily confused', () => {
    expect(mentions.filter(({ id }) => !validId.test(id))).toEqual([]);
  });

  it('example IDs outside of headers and lists of closed orders belong to resources or events that an example contains', () => {
    const addressed = mentions.filter(
      ({ kind, place }) => kind !== 'header' && !place.includes('/recently_closed/'),
    );
    expect(
      addressed.filter(({ id }) => !shownIds.has(id)).map(({ place, id }) => `${place}: ${id}`),
    ).toEqual([]);
  });

  it('example IDs include a store that has the same ID in both interfaces', () => {
    const stores = byName.map(
      ([name, contract]) =>
        [
          name,
          new Set(
            shown(contract)
              .filter(({ kind }) => kind === 'response')
              .flatMap(({ example, place, kind }) => ids(example.value, place, kind))
              .filter(({ id }) => id.startsWith('sto_'))
              .map(({ id }) => id),
          ),
        ] as const,
    );
    const [lastmile, marketplace] = stores.map(([, set]) => set);
    expect([...(lastmile ?? [])].some((id) => marketplace?.has(id))).toBe(true);
  });
});

describe('bookings with an estimate', () => {
  const estimates = new Map(
    contracts
      .flatMap((contract) => instances(contract))
      .filter(({ value }) => 'outcome' in value && typeof value.id === 'string')
      .map(({ value }) => [value.id, value] as const),
  );
  const booked = contracts
    .flatMap((contract) => instancesOf(contract, 'Booking'))
    .filter(({ value }) => value.estimate_id !== undefined);

  it.each(booked.map((one) => [one.place, one.value] as const))(
    'a booking quotes the price of its estimate, and was created before the estimate expired: %s',
    (_place, { estimate_id, quoted_price, created_at }) => {
      const estimate = estimates.get(estimate_id ?? null);
      expect(estimate?.outcome).toBe('serviceable');
      expect(quoted_price).toEqual(estimate?.price);
      expect(String(created_at) < String(estimate?.expires_at)).toBe(true);
    },
  );
});

describe.each(byName)('the %s example sequences', (_, contract) => {
  it('example sequences have date-times from 2026-10-01 to 2027-03-01', () => {
    const dates = shown(contract).flatMap(({ example, place }) =>
      [...JSON.stringify(example.value).matchAll(/"(\d{4}-\d\d-\d\d)T/g)].map(
        ([, date = '']) => [place, date] as const,
      ),
    );
    expect(dates.filter(([, date]) => date < '2026-10-01' || date > '2027-03-01')).toEqual([]);
  });

  it('example sequences have a different request_id for each problem', () => {
    const owners = new Map<unknown, string>();
    for (const { kind, example } of shown(contract)) {
      if (kind !== 'problem') continue;
      const { request_id: id } = example.value as { request_id: string };
      expect(owners.get(id) ?? example.name, id).toBe(example.name);
      owners.set(id, example.name);
    }
  });
});
