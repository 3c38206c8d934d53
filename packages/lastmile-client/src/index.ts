export * from '@delivery-api/client-core/surface';
export * from '@delivery-api/lastmile-types';
export * from './generated/client.js';
export * from './generated/guard.js';
export type * from './generated/types.js';
