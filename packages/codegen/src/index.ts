export { generateClient } from './client/index.ts';
export { type Sample, samples } from './samples/index.ts';
export { generateTypes } from './types/index.ts';
