import type { Contract, InterfaceName } from '@delivery-api/specs/contract';
import { Fault } from '../fault.ts';
import { isInterface, type Site } from '../site.ts';

/** What directives are made from. */
export interface Material {
  site: Site;
  contracts: Record<InterfaceName, Contract>;
}

/** The contract that a directive names. @throws {Fault} when it names none */
export function contractIn({ contracts }: Material, name: string | undefined): Contract {
  if (name === undefined || !isInterface(name))
    throw new Fault(`expected 'lastmile' or 'marketplace', not '${name ?? ''}'.`);
  return contracts[name];
}

/** A list of what there is, for a complaint about what there is not. */
export const known = (names: Iterable<string>): string =>
  `There are ${[...names].sort().join(', ')}.`;

/** One entry of a table by its name. @throws {Fault} naming those that exist */
export function named<T>(all: ReadonlyMap<string, T>, name: string | undefined, what: string): T {
  const found = all.get(name ?? '');
  if (found === undefined)
    throw new Fault(`there is no ${what} '${name ?? ''}'. ${known(all.keys())}`);
  return found;
}
