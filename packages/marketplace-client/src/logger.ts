export * from '@delivery-api/client-core/logger';
