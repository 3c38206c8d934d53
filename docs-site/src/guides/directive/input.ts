import type { Contract, InterfaceName } from '@delivery-api/specs/contract';
import { SiteError } from '../../errors.ts';
import { isInterface, type Site } from '../../site.ts';

/** What directives are made from. */
export interface DirectiveInput {
  site: Site;
  contracts: Record<InterfaceName, Contract>;
}

/** The contract that a directive names. @throws {SiteError} when it names none */
export function namedContract({ contracts }: DirectiveInput, name: string | undefined): Contract {
  if (name === undefined || !isInterface(name))
    throw new SiteError(`expected 'lastmile' or 'marketplace', not '${name ?? ''}'.`);
  return contracts[name];
}

/** A list of what there is, for a complaint about what there is not. */
export const known = (names: Iterable<string>): string =>
  `There are ${[...names].sort().join(', ')}.`;

/** One entry of a table by its name. @throws {SiteError} naming those that exist */
export function named<T>(all: ReadonlyMap<string, T>, name: string | undefined, what: string): T {
  const found = all.get(name ?? '');
  if (found === undefined)
    throw new SiteError(`there is no ${what} '${name ?? ''}'. ${known(all.keys())}`);
  return found;
}
