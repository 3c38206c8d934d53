import type { Json } from '@delivery-api/specs/contract';
import { jsonRoute, type LocalRequest, type LocalRoute } from '../http/local-routes.ts';
import { withQuery } from '../schemas/query.ts';
import type { WorkspaceRegistry } from '../workspaces/registry.ts';
import { partners, setBlockers, setConditions, setPartners } from './conditions.ts';
import { streamChanges } from './event-stream.ts';
import type { SandboxControl } from './sandbox-control.ts';
import { workspaceRoutes } from './workspace-routes.ts';
import { useWorkspace } from './workspace-scope.ts';

/** Handles a control request in a workspace. The query no longer contains `workspace`. */
type Handle = (control: SandboxControl, request: LocalRequest) => unknown;
type Definition = readonly [
  LocalRoute['method'],
  path: string,
  description: string,
  handle: Handle,
];

const id = ({ parameters }: LocalRequest): string => parameters[0] ?? '';

const definitions: readonly Definition[] = [
  [
    'POST',
    '/reset',
    'Restore the initial state. The webhook targets and the additional receivers do not change.',
    (control, { body }) => control.reset(body),
  ],
  ['GET', '/export', 'Export the complete state as JSON.', (control) => control.export()],
  [
    'POST',
    '/import',
    'Replace the state with an exported state.',
    (control, { body }) => control.import(body),
  ],
  [
    'POST',
    '/bookings/{id}/advance',
    'Advance a booking by one step or to a status.',
    (control, request) => control.advance('lastmile', id(request), request.body),
  ],
  [
    'POST',
    '/orders/{id}/advance',
    'Advance an order by one step or to a status.',
    (control, request) => control.advance('marketplace', id(request), request.body),
  ],
  ['GET', '/clock', 'Get the simulated clock.', (control) => control.clock()],
  [
    'PUT',
    '/clock',
    'Freeze, unfreeze or advance the clock, or change its speed.',
    (control, { body }) => control.advanceClock(body),
  ],
  ['GET', '/webhooks', 'List the webhook targets.', (control) => control.webhooks()],
  ['PUT', '/webhooks', 'Set webhook targets.', (control, { body }) => control.setWebhooks(body)],
  [
    'GET',
    '/receivers',
    'List the additional event receivers. The webhook targets are not included.',
    (control) => control.receivers(),
  ],
  [
    'POST',
    '/receivers',
    'Add an event receiver.',
    (control, { body }) => control.addReceiver(body),
  ],
  [
    'PUT',
    '/receivers/{id}',
    'Send a heartbeat for a receiver, so that it does not expire.',
    (control, request) => control.touchReceiver(id(request)),
  ],
  [
    'DELETE',
    '/receivers/{id}',
    'Remove a receiver.',
    (control, request) => control.removeReceiver(id(request)),
  ],
  [
    'GET',
    '/deliveries',
    'List the webhook deliveries with their attempts, newest first.',
    (control, { query }) => withQuery(query, (filter) => control.deliveries(filter)),
  ],
  [
    'GET',
    '/deliveries/{id}',
    'Get a webhook delivery with its attempts.',
    (control, request) => control.delivery(id(request)),
  ],
  [
    'POST',
    '/deliveries/{id}/redeliver',
    'Redeliver an event.',
    (control, request) => control.redeliver(id(request)),
  ],
  ['GET', '/partners', 'List the blocked Lastmile partners.', ({ sandbox }) => partners(sandbox)],
  [
    'PUT',
    '/partners',
    'Set the blocked Lastmile partners.',
    ({ sandbox }, { body }) => setPartners(sandbox, body),
  ],
  [
    'PUT',
    '/stores/{id}/blockers',
    'Replace the blockers that the marketplace has set for a store.',
    ({ sandbox }, request) => setBlockers(sandbox, id(request), request.body),
  ],
  [
    'PUT',
    '/stores/{id}/conditions',
    'Set the lifecycle or the capacity of a Lastmile store, or both.',
    ({ sandbox }, request) => setConditions(sandbox, id(request), request.body),
  ],
  ['GET', '/faults', 'List the active faults.', (control) => control.faults()],
  ['PUT', '/faults', 'Set the faults to inject.', (control, { body }) => control.setFaults(body)],
  [
    'GET',
    '/requests',
    'List the requests with their validation errors, newest first.',
    (control, { query }) => withQuery(query, (filter) => control.requests(filter)),
  ],
  [
    'GET',
    '/snapshot',
    'Get the resources, up to a limit for each type.',
    (control, { query }) => withQuery(query, (filter) => control.snapshot(filter)),
  ],
];

/** Maximum body size of an import, in bytes. */
const maxImportBytes = 256 * 1024 * 1024;

/** Returns the routes of the control API. Most of them accept the `workspace` query parameter. */
export function controlRoutes(registry: WorkspaceRegistry): LocalRoute[] {
  const routes: LocalRoute[] = [
    jsonRoute('GET', '/_sandbox', 'List the endpoints of the control API.', () =>
      routes.map(({ method, path, description }) => ({ method, path, description })),
    ),
    ...workspaceRoutes(registry),
    {
      method: 'POST',
      path: '/_sandbox/orders',
      description: 'Create a test order.',
      workspace: 'query',
      handle: (request) =>
        useWorkspace(registry, request, (control, { body }) => control.createOrder(body)),
    },
    ...definitions.map(
      ([method, path, description, handle]): LocalRoute => ({
        method,
        path: `/_sandbox${path}`,
        description,
        workspace: 'query',
        ...(path === '/import' && { maxBodyBytes: maxImportBytes }),
        handle: async (request) => ({
          // The results are JSON values with more specific types.
          body: (await useWorkspace(registry, request, handle)) as Json,
        }),
      }),
    ),
    {
      method: 'GET',
      path: '/_sandbox/events',
      description: 'Stream changes as server-sent events.',
      workspace: 'query',
      handle: (request) =>
        useWorkspace(registry, request, async ({ changes }, { response }) => {
          streamChanges(changes, response);
          // The workspace stays in memory until the stream ends.
          await new Promise((resolve) => response.on('close', resolve));
          return 'sent' as const;
        }),
    },
  ];
  return routes;
}
