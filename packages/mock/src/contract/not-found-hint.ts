import type { Contract } from '@delivery-api/specs/contract';
import type { InterfaceName } from '../api/types.ts';
import type { Router } from './router.ts';

/** The contract of each served interface, with its router. */
type Interfaces = ReadonlyMap<InterfaceName, { contract: Contract; route: Router }>;

/**
 * Explains why an interface does not have a path. Usually, the path repeats a part of the base URL,
 * belongs to the other interface, or contains an extra slash.
 */
export function interfacePathHint(name: InterfaceName, path: string, served: Interfaces): string {
  const start = `The ${name} interface does not have the path ${path || '/'}`;
  const own = served.get(name);
  const [, first = '', ...rest] = path.split('/');
  if (own?.route(`/${rest.join('/')}`) !== undefined && (first === name || /^v\d+$/.test(first))) {
    return `${start}; the base URL must end before '/${first}'.`;
  }
  for (const [other, { route }] of served)
    if (other !== name && route(path) !== undefined)
      return `${start}; it is a path of ${other}, whose base URL ends in /${other}.`;
  const normalized = path.replace(/\/+/g, '/').replace(/\/$/, '');
  if (path.length > 1 && own?.route(normalized) !== undefined)
    return `${start}; remove the extra slash.`;
  const paths = own?.contract.operations.map((operation) => operation.path) ?? [];
  return `${start}. Its paths are ${paths.join(', ')}.`;
}

/** Explains why a path outside the interfaces does not exist. */
export function rootPathHint(path: string, served: Interfaces): string {
  for (const [name, { route }] of served)
    if (route(path) !== undefined)
      return `The path ${path} does not exist. Use /${name}${path}; the base URL ends in /${name}.`;
  const bases = [...served.keys()].map((name) => `/${name}`).join(' and ');
  return `The path ${path} does not exist. The base URLs end in ${bases}; see /.`;
}
