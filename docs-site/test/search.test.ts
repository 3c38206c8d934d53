import { describe, expect, test } from 'vitest';
import { finder, type SearchIndex, synonyms, wordsOf } from '../browser/search-index.ts';
import { entries } from '../src/guides/manifest.ts';
import { contractOf, defaultSite, interfaces } from '../src/site.ts';
import { attributes, files, read } from './support/read-site.ts';

const contracts = interfaces.map((name) => contractOf(defaultSite, name));

describe('the search', () => {
  const index = JSON.parse(read('search.json')) as SearchIndex;
  const find = finder(index);
  const first = (query: string): string | undefined => find(query)[0]?.address;

  test('contains only addresses that exist', () => {
    const ids = new Map<string, Set<string>>();
    const missing = index.entries.filter(([, , , address]) => {
      const [path = '', anchor] = address.split('#', 2);
      const file = path.endsWith('/') ? `${path}index.html` : path;
      if (!files.includes(file)) return true;
      if (anchor === undefined || anchor.startsWith('/')) return false;
      if (!ids.has(file)) ids.set(file, new Set(attributes(read(file), 'id')));
      return ids.get(file)?.has(anchor) !== true;
    });
    expect(missing).toEqual([]);
  });

  test('contains every guide, operation, event, code, scenario and decision', () => {
    const titles = new Set(index.entries.map(([, title]) => title));
    for (const { operations, webhooks, problems, scenarios } of contracts) {
      for (const { id } of operations) expect(titles).toContain(id);
      for (const { name } of [...webhooks, ...scenarios]) expect(titles).toContain(name);
      for (const code of problems.keys()) expect(titles).toContain(code);
    }
    const paths = new Set(index.entries.map(([, , , address]) => address));
    for (const { path } of entries.filter(({ guide }) => guide !== undefined))
      expect(paths).toContain(path);
    expect([...titles].filter((title) => /^D-\d{3} /.test(title))).toHaveLength(
      attributes(read('decisions.html'), 'id').filter((id) => /^d-\d/.test(id)).length,
    );
  });

  test.each([
    ['createBooking', 'lastmile/#/bookings/createbooking'],
    ['createBookng', 'lastmile/#/bookings/createbooking'],
    ['create booking', 'lastmile/#/bookings/createbooking'],
    ['setorderst', 'marketplace/#/orders/setorderstatus'],
    ['order_created', 'marketplace/#/webhooks/ordercreated'],
    ['revision_conflict', 'errors.html#revision_conflict'],
    ['D-004', 'decisions.html#d-004'],
    ['idempotency', 'idempotency.html'],
  ])('the first search result for %j is %s', (query, address) => {
    expect(first(query)).toBe(address);
  });

  test.each([
    ['install', 'install-a-client'],
    ['sdk', 'sdk.html'],
    ['python', 'tools.html#openapi-documents'],
    ['swagger', 'tools.html#openapi-documents'],
    ['openapi', 'tools.html#openapi-documents'],
    ['postman', 'tools.html#send-requests'],
    ['polling', 'orders.html'],
    ['timeout', 'limits.html#time'],
    ['time-out', 'limits.html#time'],
    ['ETag', 'lastmile/reference.html#header-etag'],
    ['webhook signature', 'webhooks.html'],
    ['hmac', 'webhooks.html'],
    ['retry', 'idempotency.html'],
    ['rate limit', 'limits.html'],
    ['outage', 'outages.html'],
    ['uber', 'from-uber-direct.html'],
    ['errors', 'errors.html'],
    ['authentication', 'access.html'],
  ])('the first four search results for %j include %s', (query, address) => {
    const found = find(query)
      .slice(0, 4)
      .map((hit) => hit.address);
    expect(
      found.some((one) => one.startsWith(address) || one.endsWith(`#${address}`)),
      found.join(),
    ).toBe(true);
  });

  test('every word with synonyms has search results', () => {
    for (const word of Object.keys(synonyms)) expect(find(word), word).not.toEqual([]);
  });

  test('finds a field, and marks the matches in the excerpts', () => {
    const hits = find('tracking_url');
    expect(hits[0]).toMatchObject({ group: 'Fields', title: 'tracking_url' });
    expect(
      find('cancellation fee')
        .flatMap(({ excerpt }) => excerpt)
        .some(({ found }) => found),
    ).toBe(true);
  });

  test.each(['', '   ', 'xyzzyplugh', '((((', '*'])('returns no results for %j', (query) => {
    expect(find(query)).toEqual([]);
  });

  test('splits names into words', () => {
    expect(wordsOf('createBooking at order_created')).toEqual([
      'createBooking',
      'create',
      'Booking',
      'at',
      'order',
      'created',
    ]);
  });
});
