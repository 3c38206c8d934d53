export { copies } from './copies.js';
export {
  type FixturesOf,
  type Handlers,
  handlersFor,
  type MockHttp,
  type Route,
} from './handlers.js';
export { type SignedWebhook, type SignOptions, signWebhook } from './sign-webhook.js';
