import { join } from 'node:path';
import { type Contract, type InterfaceName, loadContract } from '@delivery-api/specs/contract';

/** Where a build reads and writes. Tests and trials point it elsewhere. */
export interface Site {
  /** The folder of the bundles: `lastmile.json`, `lastmile.yaml`, and so on. */
  bundles: string;
  /** The folder with `DECISIONS.md` and `source/`. */
  specs: string;
  /** The folder with the guides in Markdown. */
  guides: string;
  /** The folder that is published. */
  out: string;
}

export const here = join(import.meta.dirname, '..');

export const defaultSite: Site = {
  bundles: join(here, '../specs/dist'),
  specs: join(here, '../specs'),
  guides: join(here, 'guides'),
  out: join(here, 'dist'),
};

export const interfaces: readonly InterfaceName[] = ['lastmile', 'marketplace'];

export const isInterface = (name: string): name is InterfaceName => (interfaces as readonly string[]).includes(name);

/** What people call an interface. */
export const label: Record<InterfaceName, string> = { lastmile: 'Lastmile', marketplace: 'Marketplace' };

/** @throws {ContractError} in one line, when the bundle is missing or broken */
export const contractOf = (site: Site, name: InterfaceName): Contract => loadContract(join(site.bundles, `${name}.json`));
