export * from '../kernel/delivery.ts';
export type { Target } from './target.ts';
