import { createMarketplaceClient } from '@delivery-api/marketplace-client';

const marketplace = createMarketplaceClient({ baseUrl: 'http://localhost:4010/marketplace', token: 'test_token' });

try {
  const store = await marketplace.getStore({ id: 'sto_01JD3M7X9KQA' });
  console.log(store.id, store.name);
} catch (error) {
  if (!marketplace.getStore.isProblem(error, 'store_not_found')) throw error;
  console.log('No such store.');
}
