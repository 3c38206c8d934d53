import type { Json } from '@delivery-api/specs/contract';
import type { InterfaceName, Mode } from './public.ts';
import type { ServedInterface } from './served-interface.ts';

/** Answers of the mock about itself, outside both contracts: `GET /` and `GET /_sandbox/health`. */
export type ControlPage = (base: string) => Json;

/** The pages by path; each takes the address under which the caller knows the mock. */
export function controlPages(mode: Mode, served: ReadonlyMap<InterfaceName, ServedInterface>): ReadonlyMap<string, ControlPage> {
  const interfaces = (base: string): Json =>
    [...served].map(([name, { contract }]) => ({ name, version: contract.version, url: `${base}/${name}` }));
  return new Map<string, ControlPage>([
    [
      '/',
      (base) => ({
        what: 'A mock of the delivery interfaces. Send requests to the base addresses below, with any bearer token.',
        mode,
        interfaces: interfaces(base),
        health: `${base}/_sandbox/health`,
      }),
    ],
    ['/_sandbox/health', (base) => ({ status: 'ok', mode, interfaces: interfaces(base) })],
  ]);
}
