import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { loadContract } from '@delivery-api/specs/contract';
import { freePort } from '../../../tools/free-port.ts';
import { type Running, startNode } from './processes.ts';

export type InterfaceName = 'lastmile' | 'marketplace';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const built = (name: InterfaceName, ending: 'json' | 'yaml' = 'json'): string =>
  `${root}specs/dist/${name}.${ending}`;
export const contractOf = (name: InterfaceName): ReturnType<typeof loadContract> =>
  loadContract(built(name));

/** The token that the sandbox takes for anybody. */
export const headers = { authorization: 'Bearer test_bench' };

/**
 * The path of a first read in each interface, without the prefix that the mock puts before it: the
 * store of the examples.
 */
export const firstReads: Record<InterfaceName, string> = {
  lastmile: '/acme/get_store_info/sto_01JD3M7X9KQA',
  marketplace: '/stores/sto_01JD3M7X9KQA',
};

/** Starts the built mock as its users do; it serves both interfaces. */
export async function startMock(mode: 'sandbox' | 'examples'): Promise<Running> {
  const port = await freePort();
  return startNode(
    [`${root}packages/mock/dist/cli.js`, 'start', '--mode', mode, '--port', String(port)],
    port,
  );
}

/** Starts the real `prism mock` on one interface. */
export async function startPrism(name: InterfaceName): Promise<Running> {
  const port = await freePort();
  const command = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
  // Its use of punycode would be told at every start otherwise.
  return startNode(
    [
      '--no-deprecation',
      command,
      'mock',
      built(name, 'yaml'),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
    ],
    port,
  );
}
