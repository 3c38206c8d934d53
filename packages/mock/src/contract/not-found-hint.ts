import type { ServedInterface } from '../http/serve-interface.ts';
import type { InterfaceName } from '../public.ts';

type Served = ReadonlyMap<InterfaceName, ServedInterface>;

/**
 * Says why there may be nothing at a path of an interface: most often a base address that is
 * doubled, missing or the other one's.
 */
export function pathHint(name: InterfaceName, path: string, served: Served): string {
  const here = `${name} has no path ${path || '/'}`;
  const [, first = '', ...rest] = path.split('/');
  if (
    served.get(name)?.route(`/${rest.join('/')}`) !== undefined &&
    (first === name || /^v\d+$/.test(first))
  ) {
    return `${here}: the base address ends before '/${first}'.`;
  }
  for (const [other, { route }] of served)
    if (other !== name && route(path) !== undefined)
      return `${here}; it is one of ${other}, whose base address ends in /${other}.`;
  if (
    path.length > 1 &&
    served.get(name)?.route(path.replace(/\/+/g, '/').replace(/\/$/, '')) !== undefined
  )
    return `${here}: it has a slash too many.`;
  const paths = served.get(name)?.contract.operations.map((operation) => operation.path) ?? [];
  return `${here}. Its paths are ${paths.join(', ')}.`;
}

/** The same for a path outside all interfaces. */
export function prefixHint(path: string, served: Served): string {
  for (const [name, { route }] of served)
    if (route(path) !== undefined)
      return `There is nothing at ${path}; call it as /${name}${path}: the base address ends in /${name}.`;
  return `There is nothing at ${path}. The base addresses end in ${[...served.keys()].map((name) => `/${name}`).join(' and ')}; / tells more.`;
}
