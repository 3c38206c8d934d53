import type { Contract, InterfaceName } from '@delivery-api/specs/contract';
import { SiteError } from '../../errors.ts';
import { isInterface, type Site } from '../../site.ts';

/** The input of every directive. */
export interface DirectiveInput {
  site: Site;
  contracts: Record<InterfaceName, Contract>;
}

/**
 * Returns the contract of the interface that a directive names.
 *
 * @throws {SiteError} if the name is not the name of an interface
 */
export function namedContract({ contracts }: DirectiveInput, name: string | undefined): Contract {
  if (name === undefined || !isInterface(name))
    throw new SiteError(`expected 'lastmile' or 'marketplace', not '${name ?? ''}'.`);
  return contracts[name];
}

/** Lists the known names for an error message. */
export const known = (names: Iterable<string>): string => `Known: ${[...names].sort().join(', ')}.`;

/**
 * Returns an entry by its name.
 *
 * @param what kind of entry, for the error message
 * @throws {SiteError} with the known names, if the entry does not exist
 */
export function named<T>(all: ReadonlyMap<string, T>, name: string | undefined, what: string): T {
  const found = all.get(name ?? '');
  if (found === undefined)
    throw new SiteError(`there is no ${what} '${name ?? ''}'. ${known(all.keys())}`);
  return found;
}
