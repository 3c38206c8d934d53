import type { Sandbox } from '@delivery-api/sandbox';
import type { Json } from '@delivery-api/specs/contract';
import type { InterfaceName, Mode } from '../api/types.ts';
import type { LocalRequest, LocalResponse, LocalRoute } from '../http/local-routes.ts';
import type { ServedInterface } from '../http/served-interface.ts';
import { withQuery } from '../schemas/query.ts';
import { streamChanges } from './event-stream.ts';
import type { SandboxControl } from './sandbox-control.ts';

/** Returns the routes that every mode has: the start page, and the health check. */
export function generalRoutes(
  mode: Mode,
  served: ReadonlyMap<InterfaceName, ServedInterface>,
  details: () => Record<string, Json> = () => ({}),
): LocalRoute[] {
  const interfaces = (baseUrl: string): Json =>
    [...served].map(([name, { contract }]) => ({
      name,
      version: contract.version,
      url: `${baseUrl}/${name}`,
    }));
  return [
    route('GET', '/', 'where is what', ({ baseUrl }) => ({
      what: 'A mock of the delivery interfaces. Send requests to the base addresses below, with a bearer token such as test_token.',
      mode,
      interfaces: interfaces(baseUrl),
      health: `${baseUrl}/_sandbox/health`,
      ...(mode === 'sandbox' && { control: `${baseUrl}/_sandbox` }),
    })),
    route('GET', '/_sandbox/health', 'whether it runs, and how', ({ baseUrl }) => ({
      status: 'ok',
      mode,
      interfaces: interfaces(baseUrl),
      ...details(),
    })),
  ];
}

/** Returns the routes of the control API. */
export function controlRoutes({ changes }: Sandbox, control: SandboxControl): LocalRoute[] {
  const id = ({ parameters }: LocalRequest): string => parameters[0] ?? '';
  const routes: LocalRoute[] = [
    route('GET', '/_sandbox', 'this list', () =>
      routes.map(({ method, path, does }) => ({ method, path, does })),
    ),
    route(
      'POST',
      '/_sandbox/reset',
      'forget everything but the webhook targets, and begin anew',
      ({ body }) => control.reset(body),
    ),
    {
      method: 'POST',
      path: '/_sandbox/orders',
      does: 'let an order arrive',
      handle: ({ body }) => control.createOrder(body),
    },
    route('POST', '/_sandbox/bookings/{id}/advance', 'move a booking along its story', (request) =>
      control.advance('lastmile', id(request), request.body),
    ),
    route('POST', '/_sandbox/orders/{id}/advance', 'move an order along its story', (request) =>
      control.advance('marketplace', id(request), request.body),
    ),
    route('GET', '/_sandbox/clock', 'what time it is, and how it goes', () => control.clock()),
    route('PUT', '/_sandbox/clock', 'change how time goes, or let it jump ahead', ({ body }) =>
      control.advanceClock(body),
    ),
    route('GET', '/_sandbox/webhooks', 'where events go', () => control.webhooks()),
    route('PUT', '/_sandbox/webhooks', 'register where events go', ({ body }) =>
      control.setWebhooks(body),
    ),
    route(
      'GET',
      '/_sandbox/deliveries',
      'the events with their attempts, newest first',
      ({ query }) => withQuery(query, (filter) => control.deliveries(filter)),
    ),
    route('GET', '/_sandbox/deliveries/{id}', 'one event with its attempts', (request) =>
      control.delivery(id(request)),
    ),
    route('POST', '/_sandbox/deliveries/{id}/redeliver', 'send an event once more', (request) =>
      control.redeliver(id(request)),
    ),
    route('GET', '/_sandbox/faults', 'the faults that are still to come', () => control.faults()),
    route('PUT', '/_sandbox/faults', 'make things go wrong', ({ body }) => control.setFaults(body)),
    route(
      'GET',
      '/_sandbox/requests',
      'what was asked, and what the contract found wrong with it, newest first',
      ({ query }) => withQuery(query, (filter) => control.requests(filter)),
    ),
    route('GET', '/_sandbox/snapshot', 'everything that is remembered, newest first', ({ query }) =>
      withQuery(query, (filter) => control.snapshot(filter)),
    ),
    {
      method: 'GET',
      path: '/_sandbox/events',
      does: 'a stream of what changes (server-sent events)',
      handle: ({ response }) => {
        streamChanges(changes, response);
        return 'sent';
      },
    },
  ];
  return routes;
}

// The results are JSON, but have more specific types.
const route = (
  method: LocalRoute['method'],
  path: string,
  does: string,
  handle: (request: LocalRequest) => unknown,
): LocalRoute => ({
  method,
  path,
  does,
  handle: async (request): Promise<LocalResponse> => ({ body: (await handle(request)) as Json }),
});
