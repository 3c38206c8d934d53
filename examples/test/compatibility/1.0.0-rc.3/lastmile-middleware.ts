import { createLastmileClient, use } from '@delivery-api/lastmile-client';

const lastmile = createLastmileClient({
  baseUrl: 'http://localhost:4010/lastmile',
  partnerName: 'acme',
  token: 'test_token',
  middleware: use({
    onRequest: ({ request, attempt }) => request.headers.set('x-attempt', String(attempt)),
    onResponse: ({ operation, response }) => console.log(operation, response.status),
    onError: ({ operation, error }) => console.error(operation, error),
  }),
});
console.log(typeof lastmile.withOptions);
