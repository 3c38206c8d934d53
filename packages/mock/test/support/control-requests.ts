import type { Json, JsonObject } from '@delivery-api/specs/contract';
import fc from 'fast-check';
import type { ExportFile } from '../../src/api/types.ts';
import type { Sent } from './send.ts';

const store = 'sto_01JD3M7X9KQA';
const url = 'http://127.0.0.1:9/hooks';

/** Valid request bodies for the control API, by path. */
const bodies: Readonly<Record<string, JsonObject>> = {
  '/orders': {
    store_id: store,
    scenario: 'cash_order',
    order: {
      items: [{ item_id: 'margherita', quantity: 2, modifiers: [{ item_id: 'chinotto' }] }],
      payments: [{ method: 'cash', amount: { amount: 100, currency: 'EUR' } }],
      customer: { name: 'Ann' },
      fulfillment: { type: 'delivery', address: { line1: 'A 1', city: 'B', country: 'NL' } },
      timing: { schedule: 'asap', requested_window: { starts_at: '2026-11-20T19:00:00Z' } },
      taxes: [{ rate: '9', amount: { amount: 1, currency: 'EUR' } }],
      totals: { total: { amount: 1, currency: 'EUR' } },
    },
  },
  '/clock': { speed: 2, frozen: true, advance_seconds: 30 },
  '/webhooks': { lastmile: { url, secrets: [] }, marketplace: null },
  '/receivers': { url, interfaces: ['lastmile'], secrets: [], expires_after_seconds: 5 },
  '/partners': { blocked: ['acme'] },
  '/faults': {
    operations: [
      { operation: 'getOrder', code: 'internal_error', times: 1 },
      { operation: '*', latency_ms: { p50: 1, p99: 2 }, partner: 'acme', id: 'bkg_1' },
      { operation: 'createBooking', status: 503, body: { pointer: '/a/b', equals: { a: [1] } } },
    ],
    events: [{ event: 'order_created', fault: 'duplicate', subject: 'ord_1', times: 1 }],
  },
  '/reset': {
    seed: 'a',
    data: {
      lastmile: { stores: [], bookings: [], estimates: [] },
      marketplace: { stores: [], menus: [], orders: [], integrations: { a: [store] } },
    },
  },
  [`/stores/${store}/blockers`]: {
    blockers: [{ code: 'suspended', message: 'a', until: '2026-11-21T00:00:00Z' }],
  },
  [`/stores/${store}/conditions`]: { lifecycle: 'paused', level: 'full', extra_wait_minutes: 5 },
  '/bookings/bkg_01JD5M2C7XEV/advance': { to: 'delivered' },
  '/orders/ord_01JD5K8Q2W7F/advance': { to: 'accepted' },
};

/** The routes. Routes with the largest bodies occur more often. */
const routes: readonly string[] = [
  ...Array<string>(12).fill('POST /orders'),
  ...Array<string>(4).fill('PUT /faults'),
  ...Array<string>(3).fill('POST /reset'),
  ...Object.keys(bodies).map(
    (path) => `${/^\/(?:orders|receivers|reset|bookings)/.test(path) ? 'POST' : 'PUT'} ${path}`,
  ),
  'POST /import',
  'POST /import',
  ...['', '/health', '/clock', '/webhooks', '/receivers', '/partners', '/faults', '/export'].map(
    (path) => `GET ${path}`,
  ),
  ...['/deliveries', '/deliveries/dlv_1', '/requests', '/snapshot', '/workspaces'].map(
    (path) => `GET ${path}`,
  ),
  ...['PUT', 'DELETE'].map((method) => `${method} /receivers/rcv_1`),
  'DELETE /workspaces/other',
  'POST /deliveries/dlv_1/redeliver',
  'POST /bookings/%F0%9F%92%A5/advance',
  'POST /orders/..%2F..%2F/advance',
  'DELETE /orders',
];

/** Values that validation is likely to miss. */
const hostile: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(
    ...[
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e308,
      -0,
      2 ** 53,
      '',
      ' ',
      '\u0000',
      '\ud800',
      '__proto__',
    ],
    ...['constructor', '9999-99-99T99:99:99Z', '2026-11-20T23:59:60Z', '-1', 'a'.repeat(5_000)],
    ...[[], {}, [null], [[]], { __proto__: 1 }, { length: 1 }, { toString: 1 }, { reduce: 1 }],
  ),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
);

/** Replaces, adds or removes the value that `steps` selects in a body. */
function mutate(body: Json, steps: readonly number[], value: Json, removes: boolean): Json {
  const [step = 0, ...rest] = steps;
  if (typeof body !== 'object' || body === null || steps.length === 0) return value;
  const names = Object.keys(body);
  const name = names[step % (names.length + 1)] ?? 'unknown';
  const copy = structuredClone(body) as JsonObject;
  if (removes && rest.length === 0) delete copy[name];
  else copy[name] = mutate(copy[name] ?? null, rest, value, removes);
  return copy;
}

/**
 * Generates requests to the control API: valid requests, and requests with one changed value,
 * truncated JSON, another media type or a random query.
 */
export function controlRequests(file: ExportFile): fc.Arbitrary<Omit<Sent, 'port'>> {
  const all: Readonly<Record<string, JsonObject>> = {
    ...bodies,
    '/import': file as unknown as JsonObject,
  };
  const query = fc.constantFrom(
    ...[
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '?workspace=other',
      '?workspace=..',
      '?workspace=',
      '?limit=0',
      '?limit=5',
    ],
    ...[
      '?limit=abc',
      '?interface=lastmile&state=received',
      '?status=200',
      '?%F0=1',
      '?__proto__=1',
    ],
  );
  return fc
    .record({
      route: fc.constantFrom(...routes),
      query,
      type: fc.constantFrom(...Array<string>(9).fill('application/json'), 'text/html'),
      steps: fc.array(fc.nat({ max: 30 }), { maxLength: 6 }),
      value: hostile,
      change: fc.constantFrom('none', 'replace', 'replace', 'remove', 'text'),
    })
    .map(({ route, query, type, steps, value, change }) => {
      const [method = '', path = ''] = route.split(' ');
      const valid = all[path] ?? {};
      const body = change === 'none' ? valid : mutate(valid, steps, value, change === 'remove');
      const text = JSON.stringify(body);
      return {
        method,
        path: `/_sandbox${path}${query}`,
        headers: { authorization: '', 'content-type': type },
        body: method === 'GET' ? undefined : change === 'text' ? text.slice(0, -1) : text,
      };
    });
}
