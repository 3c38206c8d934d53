export { copies } from './copies.js';
export {
  type FixturesOf,
  type Handlers,
  handlersFor,
  type MockHttp,
  type Route,
} from './handlers.js';
export { type OperationFixtures, operationFixtures } from './operation-fixtures.js';
export { type SignedWebhook, type SignOptions, signWebhook } from './sign-webhook.js';
