import type { JsonObject } from '@delivery-api/specs/contract';
import { bookingRequest, exampleOf } from '../../shared/contracts.ts';
import { withMock } from '../../shared/mock-server.ts';
import { parseJson } from '../../shared/response-check.ts';
import type { Attack, AttackContext } from '../context.ts';

interface TenantResponse {
  status: number;
  text: string;
  json: JsonObject;
}
type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<TenantResponse>;

/** Reference of a booking of `acme`. A rejected request of another tenant must not return it. */
const secretReference = 'zz-reference-of-acme';
const otherToken = { Authorization: 'Bearer test_other' };
const otherPartners =
  'other acme2 ACME acm %61cme2 acme%20 acme%2f __proto__ constructor acme.'.split(' ');

/** Access to data of another tenant by ID, idempotency key, reference, and ETag. */
export const tenants: Attack = {
  name: 'tenants',
  title: 'data of another partner by ID, key, reference, and ETag',
  run: (context) =>
    withMock(['--quiet', '--start', '2026-11-20T18:00:00Z', '--frozen'], async ({ url }) => {
      let keys = 0;
      const send: Send = async (method, path, body, headers = {}) => {
        context.count();
        const response = await fetch(`${url}${path}`, {
          method,
          headers: {
            Authorization: 'Bearer test_attack',
            ...(body !== undefined && { 'Content-Type': 'application/json' }),
            ...(method === 'POST' && { 'Idempotency-Key': `tenant-key-${++keys}` }),
            ...headers,
          },
          body: body === undefined ? null : JSON.stringify(body),
        });
        const text = await response.text();
        return { status: response.status, text, json: (parseJson(text) ?? {}) as JsonObject };
      };
      await attackBookings(send, context);
      await attackOrders(send, context);
      return undefined;
    }),
};

/** Sends a request that must fail with `status` and must not return data of another tenant. */
async function expectRejected(
  send: Send,
  { report }: AttackContext,
  what: string,
  status: number,
  ...request: Parameters<Send>
): Promise<void> {
  const response = await send(...request);
  if (response.json.code === 'path_not_found') throw new Error(`${what}: the path does not exist.`);
  const reproduce = request.map((part) => JSON.stringify(part)).join(' ');
  if (response.status !== status)
    report(`${what}: ${response.status} instead of ${status}`, reproduce);
  if (response.text.includes(secretReference))
    report(`${what}: the response contains data of another partner`, reproduce);
}

async function attackBookings(send: Send, context: AttackContext): Promise<void> {
  const { report } = context;
  const booking = bookingRequest(secretReference);
  const sharedKey = { 'Idempotency-Key': 'shared-key-1' };
  const created = await send('POST', '/lastmile/acme/create_booking', booking, sharedKey);
  if (created.status !== 201) throw new Error(`Cannot create a booking: ${created.text}`);
  const id = String(created.json.id);
  const ownPath = `/lastmile/acme/get_booking_details/${id}`;
  const before = await send('GET', ownPath);
  if (!before.text.includes(secretReference)) throw new Error('Cannot read the created booking.');
  const estimateRequest = exampleOf('createEstimate');
  const estimate = await send('POST', '/lastmile/acme/create_estimate', estimateRequest);

  for (const partner of otherPartners) {
    const path = `/lastmile/${partner}/get_booking_details/${id}`;
    const { status } = await send('GET', path);
    if (status < 400) report(`${partner} can read a booking of acme`, `GET ${path}`);
  }
  const otherPath = `/lastmile/other/get_booking_details/${id}`;
  const cancel = { ...exampleOf('cancelBooking'), booking_id: id };
  const anyTag = { 'If-None-Match': '*' };
  const rejected: [what: string, status: number, ...request: Parameters<Send>][] = [
    ['read by ID', 404, 'GET', otherPath],
    ['cancel by ID', 404, 'POST', '/lastmile/other/cancel_booking', cancel],
    ['read with the token of another partner', 403, 'GET', ownPath, undefined, otherToken],
    ['read with a matching ETag', 404, 'GET', otherPath, undefined, anyTag],
  ];
  for (const one of rejected) await expectRejected(send, context, ...one);

  const createOther = (partner: string, body: object, headers = {}) =>
    send('POST', `/lastmile/${partner}/create_booking`, body, headers);
  const sameKey = await createOther('other', bookingRequest('own'), sharedKey);
  if (sameKey.status !== 201 || sameKey.json.id === id)
    report('an idempotency key of acme replays a response for another partner', sameKey.text);
  const sameReference = await createOther('other', booking);
  if (sameReference.status !== 201)
    report('a reference of acme conflicts for another partner', sameReference.text);
  if (estimate.status < 300) {
    const body = { ...bookingRequest('own-3'), estimate_id: estimate.json.id };
    const withEstimate = await createOther('third', body);
    if (withEstimate.status < 400)
      report('another partner can use an estimate of acme', String(estimate.json.id));
  }
  const after = await send('GET', ownPath);
  if (after.text !== before.text) report('another partner changed the booking', `GET ${ownPath}`);
}

async function attackOrders(send: Send, context: AttackContext): Promise<void> {
  const { json: order } = await send('POST', '/_sandbox/orders', {});
  for (const [method, path, operation] of [
    ['GET', `/orders/${order.id}`, 'getOrder'],
    ['POST', `/orders/${order.id}/acknowledge`, 'acknowledgeOrder'],
    ['POST', `/orders/${order.id}/status`, 'setOrderStatus'],
    ['GET', `/stores/${order.store_id}`, 'getStore'],
    ['POST', `/stores/${order.store_id}/status`, 'setStoreStatus'],
  ] as const) {
    const body = method === 'GET' ? undefined : exampleOf(operation);
    const request = [method, `/marketplace${path}`, body, otherToken] as const;
    await expectRejected(send, context, `${operation} of another integration`, 404, ...request);
  }
  const menu = await send('POST', '/marketplace/menu', exampleOf('submitMenu'), otherToken);
  if (menu.status < 400)
    context.report('another integration can publish a menu', 'POST /marketplace/menu');
}
