export * from './generated/validators.js';
