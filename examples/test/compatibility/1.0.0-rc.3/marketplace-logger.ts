import { createMarketplaceClient } from '@delivery-api/marketplace-client';
import { createLogger } from '@delivery-api/marketplace-client/logger';

const marketplace = createMarketplaceClient({
  baseUrl: 'http://localhost:4010/marketplace',
  token: 'test_token',
  logger: createLogger({ logger: console, logLevel: 'info' }),
});
console.log(typeof marketplace.withOptions);
