import { createMarketplaceClient, isMarketplaceProblem } from '@delivery-api/marketplace-client';

const marketplace = createMarketplaceClient({ baseUrl: 'http://localhost:4010/marketplace', token: 'test_token' });

try {
  const { status, revision } = await marketplace.setOrderStatus({
    id: 'ord_01JD5K8Q2W7F',
    status: 'accepted',
    preparation_minutes: 15,
  });
  console.log(status, revision);
} catch (error) {
  if (!isMarketplaceProblem(error, 'invalid_transition')) throw error;
  console.log('The order is', error.problem.current_status, 'already.');
}
