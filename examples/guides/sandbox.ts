// Samples for the sandbox guides. Requires a running sandbox: npm start
import { createMarketplaceClient } from '@delivery-api/marketplace-client';

const sandbox =
  process.env.SANDBOX_URL ?? 'http://localhost:4010';
const marketplace = createMarketplaceClient({
  baseUrl: `${sandbox}/marketplace`,
  token: 'test_token',
  maxRetries: 0,
});
const setFaults = (faults: object) =>
  fetch(`${sandbox}/_sandbox/faults`, {
    method: 'PUT',
    body: JSON.stringify(faults),
    headers: { 'Content-Type': 'application/json' },
  });

// region: faults
const response = await setFaults({
  operations: [
    { operation: 'getStore', status: 503, times: 1 },
    { operation: 'setOrderStatus', drop: true },
  ],
  events: [
    { event: 'order_created', fault: 'bad_signature' },
  ],
});
const faults = (await response.json()) as {
  operations: object[];
};
console.log(faults.operations.length);
// endregion

// region: prefer
const id = 'ord_01JD5K8Q2W7F';
const headers = { Prefer: 'code=410' };
const gone = await marketplace.getOrder.result(
  { id },
  { headers },
);
console.log(gone.ok || gone.problem.code);
// endregion

const store = await marketplace.getStore.result({
  id: 'sto_01JD3M7X9KQA',
});
console.log(store.ok || store.problem.code);
const cleared = (await (
  await setFaults({})
).json()) as {
  operations: object[];
};
console.log(cleared.operations.length);
