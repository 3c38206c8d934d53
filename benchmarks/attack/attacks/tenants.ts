import type { JsonObject } from '@delivery-api/specs/contract';
import type { Attack } from '../attack.ts';
import { exampleOf } from '../examples.ts';
import { type MockProcess, startMockProcess } from '../mock-process.ts';

interface Told {
  status: number;
  text: string;
  json: JsonObject;
}

const secretWord = 'zz-only-acme-knows';
let keys = 0;

/** What one partner knows never reaches another: by id, by key, by reference, by tag. */
export const tenants: Attack = {
  name: 'tenants',
  title: "another partner's data, by id, key, reference and tag",
  async run({ tell, tried }) {
    const mock = await startMockProcess(['--quiet', '--start', '2026-11-20T18:00:00Z', '--frozen']);
    const ask = (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Told> => {
      tried();
      return request(mock, method, path, body, headers);
    };
    try {
      const example = exampleOf('createBooking', 'reassignment_booking_request');
      const booking = { ...example, external_reference: secretWord };
      const key = 'shared-key-1';
      const first = await ask('POST', '/lastmile/acme/create_booking', booking, {
        'Idempotency-Key': key,
      });
      if (first.status !== 201) throw new Error(`No booking could be made: ${first.text}`);
      const id = String(first.json.id);
      const own = await ask('GET', `/lastmile/acme/get_booking_details/${id}`);
      if (!own.text.includes(secretWord)) throw new Error('The own booking cannot be read.');
      const estimate = await ask(
        'POST',
        '/lastmile/acme/create_estimate',
        exampleOf('createEstimate'),
      );

      const refused = async (
        what: string,
        status: number,
        method: string,
        path: string,
        body?: unknown,
        headers?: Record<string, string>,
      ): Promise<void> => {
        const told = await ask(method, path, body, headers);
        if (told.status !== status)
          tell(
            `${what}: ${told.status} instead of ${status}`,
            `${method} ${path} ${JSON.stringify(body)}`,
          );
        if (told.json.code === 'path_not_found')
          throw new Error(`${what}: there is no such path, so nothing was tried.`);
        if (told.text.includes(secretWord))
          tell(`${what}: data of another partner is told`, `${method} ${path}`);
      };
      const foreign = { Authorization: 'Bearer test_other' };
      for (const other of [
        'other',
        'acme2',
        'ACME',
        'acm',
        '%61cme2',
        'acme%20',
        'acme%2f',
        '__proto__',
        'constructor',
        'acme.',
      ]) {
        const status = (await ask('GET', `/lastmile/${other}/get_booking_details/${id}`)).status;
        if (status < 400)
          tell(
            `a booking of acme is read as ${other}`,
            `GET /lastmile/${other}/get_booking_details/${id}`,
          );
      }
      await refused('reading by id', 404, 'GET', `/lastmile/other/get_booking_details/${id}`);
      await refused(
        'cancelling by id',
        404,
        'POST',
        '/lastmile/other/cancel_booking',
        { ...exampleOf('cancelBooking'), booking_id: id },
        { 'Idempotency-Key': 'cancel-key-1' },
      );
      await refused(
        'with the token of another',
        403,
        'GET',
        `/lastmile/acme/get_booking_details/${id}`,
        undefined,
        foreign,
      );
      await refused(
        'with a tag that fits',
        404,
        'GET',
        `/lastmile/other/get_booking_details/${id}`,
        undefined,
        { 'If-None-Match': '*' },
      );
      const elsewhere = await ask(
        'POST',
        '/lastmile/other/create_booking',
        { ...example, external_reference: 'own' },
        { 'Idempotency-Key': key },
      );
      if (elsewhere.status !== 201 || elsewhere.json.id === id)
        tell('a key of acme brings back an answer to another partner', `Idempotency-Key: ${key}`);
      const sameReference = await ask('POST', '/lastmile/other/create_booking', booking, {
        'Idempotency-Key': 'other-key-2',
      });
      if (sameReference.status !== 201)
        tell(
          `a reference of acme is known to another partner: ${sameReference.status} ${sameReference.text}`,
          'external_reference',
        );
      if (
        estimate.json.outcome === 'serviceable' ||
        estimate.status === 200 ||
        estimate.status === 201
      ) {
        const withEstimate = await ask(
          'POST',
          '/lastmile/third/create_booking',
          { ...example, external_reference: 'own-3', estimate_id: estimate.json.id },
          { 'Idempotency-Key': 'other-key-3' },
        );
        if (withEstimate.status < 400)
          tell('an estimate of acme is taken from another partner', String(estimate.json.id));
      }

      const order = await ask('POST', '/_sandbox/orders', {});
      const orderId = String(order.json.id);
      const store = String(order.json.store_id);
      for (const [method, path, operation] of [
        ['GET', `/orders/${orderId}`, 'getOrder'],
        ['POST', `/orders/${orderId}/acknowledge`, 'acknowledgeOrder'],
        ['POST', `/orders/${orderId}/status`, 'setOrderStatus'],
        ['GET', `/stores/${store}`, 'getStore'],
        ['POST', `/stores/${store}/status`, 'setStoreStatus'],
      ] as const) {
        const body = method === 'GET' ? undefined : exampleOf(operation);
        await refused(
          `${operation} of another integration`,
          404,
          method,
          `/marketplace${path}`,
          body,
          foreign,
        );
      }
      const menu = await ask('POST', '/marketplace/menu', exampleOf('submitMenu'), {
        ...foreign,
        'Idempotency-Key': 'other-menu-1',
      });
      if (menu.status < 400)
        tell(
          `a menu is published to the store of another integration: ${menu.status}`,
          'POST /marketplace/menu as test_other',
        );
      const after = await ask('GET', `/lastmile/acme/get_booking_details/${id}`);
      if (after.text !== own.text)
        tell(
          'what another partner tried has changed the booking',
          `GET /lastmile/acme/get_booking_details/${id}`,
        );
      return undefined;
    } finally {
      await mock.stop();
    }
  },
};

async function request(
  { url }: MockProcess,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Told> {
  const sent = {
    Authorization: 'Bearer test_attack',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(method === 'POST' && { 'Idempotency-Key': `tenant-key-${++keys}` }),
    ...headers,
  };
  const response = await fetch(`${url}${path}`, {
    method,
    headers: sent,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    json: text === '' ? {} : (JSON.parse(text) as JsonObject),
  };
}
