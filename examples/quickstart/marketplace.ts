// Completes a new order. Requires a running sandbox: npm start

// region: setup
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createMarketplaceClient } from '@delivery-api/marketplace-client';
import { unwrapWebhook } from '@delivery-api/marketplace-client/webhooks';

const sandbox =
  process.env.SANDBOX_URL ?? 'http://localhost:4010';
const marketplace = createMarketplaceClient({
  baseUrl: `${sandbox}/marketplace`,
  token: 'test_token',
});
const control = (
  method: string,
  path: string,
  body: object,
) =>
  fetch(`${sandbox}/_sandbox/${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
// endregion

// region: listen
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const orderIds: string[] = [];
const receiver = createServer(
  async (request, response) => {
    const body = await buffer(request);
    const delivery = await unwrapWebhook(
      body,
      request.headers,
      [secret],
    ).catch(() => undefined);
    response.writeHead(delivery ? 204 : 400).end();
    const event = delivery?.event;
    if (event?.type === 'order_created')
      orderIds.push(event.data.id);
  },
);
await new Promise<void>((resolve) =>
  receiver.listen(0, '127.0.0.1', resolve),
);
const { port } = receiver.address() as AddressInfo;
const target = {
  url: `http://127.0.0.1:${port}/`,
  secrets: [secret],
};
await control('PUT', 'webhooks', {
  marketplace: target,
});
console.log(`Listening at ${target.url}`);
// endregion

// region: order
await control('POST', 'orders', {
  scenario: 'pickup_happy_path',
});
while (orderIds.length === 0) await setTimeout(50);
const [id = ''] = orderIds;
console.log('order_created', id, 'verified');
// endregion

// region: acknowledge
const result = await marketplace.acknowledgeOrder({
  id,
  result: 'succeeded',
  external_id: 'POS-88213',
});
console.log(result.acknowledgement.state);
// endregion

// region: accept
const accepted = await marketplace.setOrderStatus({
  id,
  status: 'accepted',
  preparation_minutes: 15,
});
console.log(accepted.status);
// endregion

// region: ready
const ready = await marketplace.setOrderStatus({
  id,
  status: 'ready',
});
console.log(ready.status);
// endregion

// region: complete
const completed = await marketplace.setOrderStatus({
  id,
  status: 'completed',
});
console.log(completed.status);
// endregion

// region: read
const order = await marketplace.getOrder({ id });
console.log(order.history.map(({ status }) => status));
// endregion

// region: stop
await control('PUT', 'webhooks', {
  marketplace: null,
});
receiver.close();
// endregion
