export * from './generated/webhooks-node.js';
