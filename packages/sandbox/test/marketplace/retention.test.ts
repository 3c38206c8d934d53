import type { JsonObject } from '@delivery-api/specs/contract';
import { expect, it } from 'vitest';
import { day, Marketplace } from '../support/marketplace.ts';

const personal = {
  notes: { customer: 'For Zoë.', allergy: 'Severe peanut allergy' },
  fulfillment: { instructions: 'Ring twice' },
  items: [
    {
      item_id: 'bira-330',
      note: 'Well done, for Zoë.',
      allergy: { exclude: ['peanuts'], note: 'No traces of peanuts' },
    },
  ],
};

/** Creates an order, rejects it with a note and an actor name, and returns its ID. */
function rejected(marketplace: Marketplace, options: JsonObject): string {
  const { id } = marketplace.createOrder(options);
  const request = { reason_code: 'other', note: 'Zoë called.', actor_name: 'Giulia' };
  expect(marketplace.setStatus(id, 'rejected', request).status).toBe(200);
  return id;
}

it('the sandbox deletes the personal data of an order 30 days after the order is closed, and the order after 400 days', async () => {
  const marketplace = new Marketplace();
  const id = rejected(marketplace, { scenario: 'own_delivery_happy_path', order: personal });
  await marketplace.advance(30 * day - 1);
  const before = marketplace.order(id);
  expect(before).toMatchObject({
    customer: { name: expect.any(String) },
    notes: personal.notes,
    items: [{ note: 'Well done, for Zoë.', allergy: personal.items[0]?.allergy }],
    fulfillment: { address: { line1: expect.any(String) }, instructions: 'Ring twice' },
    cancellation: { note: 'Zoë called.' },
  });
  expect(before.history.at(-1)).toMatchObject({ actor_name: 'Giulia' });
  await marketplace.advance(1);
  const after = marketplace.order(id);
  const { address } = before.fulfillment as { address: { city: string; country: string } };
  expect(after.fulfillment).toMatchObject({
    address: { city: address.city, country: address.country },
  });
  expect(after).toMatchObject({ cancellation: { reason_code: 'other' } });
  const text = JSON.stringify(after);
  for (const name of [
    'customer',
    'notes',
    'note',
    'allergy',
    'actor_name',
    'line1',
    'instructions',
  ])
    expect(text).not.toContain(`"${name}":`);
  await marketplace.advance(370 * day);
  expect(marketplace.request('getOrder', { id })).toMatchObject({
    status: 410,
    body: { code: 'resource_expired' },
  });
  expect(marketplace.setStatus(id, 'rejected', { reason_code: 'other' })).toMatchObject({
    status: 404,
    body: { code: 'order_not_found' },
  });
});

it('the sandbox deletes the courier of an order after 30 days, and adds no address to an order without an address', async () => {
  const marketplace = new Marketplace();
  const { id } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
  marketplace.setStatus(id, 'accepted');
  marketplace.setStatus(id, 'ready');
  await marketplace.advance(day);
  expect(marketplace.order(id)).toMatchObject({ status: 'completed', courier: {} });
  await marketplace.advance(30 * day);
  const after = marketplace.order(id);
  expect(after).not.toHaveProperty('courier');
  expect(after.fulfillment).not.toHaveProperty('address');
});

it('the sandbox deletes the vehicle description of a pickup order after 30 days', async () => {
  const marketplace = new Marketplace();
  const fulfillment = { type: 'pickup', vehicle_description: 'Blue Volvo' };
  const id = rejected(marketplace, { scenario: 'pickup_happy_path', order: { fulfillment } });
  expect(marketplace.order(id).fulfillment).toMatchObject(fulfillment);
  await marketplace.advance(30 * day);
  expect(marketplace.order(id).fulfillment).not.toHaveProperty('vehicle_description');
});
