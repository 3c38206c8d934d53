export * from './generated/testing.js';
