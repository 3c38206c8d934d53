import type { Json } from '@delivery-api/specs/contract';
import type { InterfaceName, Mode } from '../api/types.ts';
import { healthPath, jsonRoute, type LocalRoute } from '../http/local-routes.ts';
import type { ServedInterface } from '../http/served-interface.ts';

/** Returns the routes that every mode has: the list of URLs and the health check. */
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
    jsonRoute('GET', '/', 'Get the URLs of the mock.', ({ baseUrl }) => ({
      what: 'A mock of the Lastmile and Marketplace APIs. Send requests to the base URLs below, with a bearer token (in sandbox mode, for example test_token).',
      mode,
      interfaces: interfaces(baseUrl),
      health: `${baseUrl}/_sandbox/health`,
      ...(mode === 'sandbox' && { control: `${baseUrl}/_sandbox` }),
    })),
    jsonRoute('GET', healthPath, 'Get the health of the mock.', ({ baseUrl }) => ({
      status: 'ok',
      mode,
      interfaces: interfaces(baseUrl),
      ...details(),
    })),
  ];
}
