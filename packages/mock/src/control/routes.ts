import type { Sandbox } from '@delivery-api/sandbox/sandbox.ts';
import type { Json } from '@delivery-api/specs/contract';
import type { ServedInterface } from '../http/serve-interface.ts';
import type { InterfaceName, Mode } from '../public.ts';
import type { Answered, Asked, Route } from './control-api.ts';
import type { Controls } from './controls.ts';
import { streamChanges } from './event-stream.ts';
import { withQuery } from './query.ts';

type Served = ReadonlyMap<InterfaceName, ServedInterface>;

/** What every mode tells about itself. */
export function generalRoutes(
  mode: Mode,
  served: Served,
  more: () => Record<string, Json> = () => ({}),
): Route[] {
  const interfaces = (base: string): Json =>
    [...served].map(([name, { contract }]) => ({
      name,
      version: contract.version,
      url: `${base}/${name}`,
    }));
  return [
    {
      method: 'GET',
      path: '/',
      does: 'where is what',
      answer: ({ base }) => ({
        body: {
          what: 'A mock of the delivery interfaces. Send requests to the base addresses below, with a bearer token such as test_token.',
          mode,
          interfaces: interfaces(base),
          health: `${base}/_sandbox/health`,
          ...(mode === 'sandbox' && { control: `${base}/_sandbox` }),
        },
      }),
    },
    {
      method: 'GET',
      path: '/_sandbox/health',
      does: 'whether it runs, and how',
      answer: ({ base }) => ({
        body: { status: 'ok', mode, interfaces: interfaces(base), ...more() },
      }),
    },
  ];
}

/** How the sandbox is directed from outside. */
export function sandboxRoutes(sandbox: Sandbox, controls: Controls): Route[] {
  const routes: Route[] = [
    route('GET', '/_sandbox', 'this list', () =>
      routes.map(({ method, path, does }) => ({ method, path, does })),
    ),
    route(
      'POST',
      '/_sandbox/reset',
      'forget everything but the webhook targets, and begin anew',
      ({ body }) => controls.reset(body),
    ),
    {
      method: 'POST',
      path: '/_sandbox/orders',
      does: 'let an order arrive',
      answer: ({ body }) => controls.createOrder(body),
    },
    route(
      'POST',
      '/_sandbox/bookings/{id}/advance',
      'move a booking along its story',
      ({ parameters: [id = ''], body }) => controls.advanceBooking(id, body),
    ),
    route(
      'POST',
      '/_sandbox/orders/{id}/advance',
      'move an order along its story',
      ({ parameters: [id = ''], body }) => controls.advanceOrder(id, body),
    ),
    route('GET', '/_sandbox/clock', 'what time it is, and how it goes', () => controls.clock()),
    route('PUT', '/_sandbox/clock', 'change how time goes, or let it jump ahead', ({ body }) =>
      controls.setClock(body),
    ),
    route('GET', '/_sandbox/webhooks', 'where events go', () => controls.webhooks()),
    route('PUT', '/_sandbox/webhooks', 'register where events go', ({ body }) =>
      controls.setWebhooks(body),
    ),
    route(
      'GET',
      '/_sandbox/deliveries',
      'the events with their attempts, newest first',
      ({ query }) => withQuery(query, (values) => controls.deliveries(values)),
    ),
    route(
      'GET',
      '/_sandbox/deliveries/{id}',
      'one event with its attempts',
      ({ parameters: [id = ''] }) => controls.delivery(id),
    ),
    route(
      'POST',
      '/_sandbox/deliveries/{id}/redeliver',
      'send an event once more',
      ({ parameters: [id = ''] }) => controls.redeliver(id),
    ),
    route('GET', '/_sandbox/faults', 'the faults that are still to come', () => controls.faults()),
    route('PUT', '/_sandbox/faults', 'make things go wrong', ({ body }) =>
      controls.setFaults(body),
    ),
    route(
      'GET',
      '/_sandbox/requests',
      'what was asked, and what the contract found wrong with it, newest first',
      ({ query }) => withQuery(query, (values) => controls.requests(values)),
    ),
    route('GET', '/_sandbox/snapshot', 'everything that is remembered, newest first', ({ query }) =>
      withQuery(query, (values) => controls.snapshot(values)),
    ),
    {
      method: 'GET',
      path: '/_sandbox/events',
      does: 'a stream of what changes (server-sent events)',
      answer: ({ response }) => {
        streamChanges(sandbox.changes, response);
        return 'taken';
      },
    },
  ];
  return routes;
}

// What the controls return is JSON; their types say more than that.
const route = (
  method: Route['method'],
  path: string,
  does: string,
  answer: (asked: Asked) => unknown,
): Route => ({
  method,
  path,
  does,
  answer: async (asked): Promise<Answered> => ({ body: (await answer(asked)) as Json }),
});
