export * from './generated/webhooks.js';
