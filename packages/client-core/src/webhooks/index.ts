export * from './exports.js';
export { unwrap } from './unwrap.js';
