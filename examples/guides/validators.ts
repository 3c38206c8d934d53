// Validates responses and events. Requires a running sandbox: npm start
import { createLastmileClient } from '@delivery-api/lastmile-client';
import {
  bookingUpdatedEvent,
  checkResponse,
} from '@delivery-api/lastmile-client/validators';

const sandbox =
  process.env.SANDBOX_URL ?? 'http://localhost:4010';

// region: validate
const lastmile = createLastmileClient({
  baseUrl: `${sandbox}/lastmile`,
  partnerName: 'acme',
  token: 'test_token',
  checkResponse, // validates every response
});
const store = await lastmile.getStoreInfo({
  id: 'sto_01JD3M7X9KQA',
});
console.log(store.id);

const { issues } = bookingUpdatedEvent[
  '~standard'
].validate({ type: 'bookingUpdated' });
console.log(issues?.[0]); // { message: 'is missing', path: [ 'id' ] }
// endregion
