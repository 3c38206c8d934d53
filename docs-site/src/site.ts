import { join } from 'node:path';
import { type Contract, type InterfaceName, loadContract } from '@delivery-api/specs/contract';
import { UsageError } from './errors.ts';

/** Where a build reads and writes. Tests and trials point it elsewhere. */
export interface Site {
  /** The folder of the bundles: `lastmile.json`, `lastmile.yaml`, and so on. */
  bundles: string;
  /** The folder with `DECISIONS.md`, `source/` and `changelog/`. */
  specs: string;
  /** The folder whose files the guides show as samples. */
  examples: string;
  /** The folder with the guides in Markdown. */
  guides: string;
  /** The folder that is published. */
  out: string;
  /**
   * Where the site will stand, without a slash at its end (`SITE_URL`). `undefined` when nobody has
   * said: then all addresses are relative.
   */
  url: string | undefined;
}

export const here = join(import.meta.dirname, '..');

export const defaultSite: Site = {
  bundles: join(here, '../specs/dist'),
  specs: join(here, '../specs'),
  examples: join(here, '../examples'),
  guides: join(here, 'guides'),
  out: join(here, 'dist'),
  url: undefined,
};

export const interfaces: readonly InterfaceName[] = ['lastmile', 'marketplace'];

export const isInterface = (name: string): name is InterfaceName =>
  (interfaces as readonly string[]).includes(name);

/** What people call an interface. */
export const label: Record<InterfaceName, string> = {
  lastmile: 'Lastmile',
  marketplace: 'Marketplace',
};

/** @throws {ContractError} in one line, when the bundle is missing or broken */
export const contractOf = (site: Site, name: InterfaceName): Contract =>
  loadContract(join(site.bundles, `${name}.json`));

/**
 * The address of the published site, from the environment variable `SITE_URL`.
 *
 * @throws {UsageError} when it is something else than an absolute address of a folder
 */
export function siteUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError(
      `SITE_URL: expected the address of a folder such as https://docs.example.com/delivery, not '${text}'.`,
    );
  return url.href.replace(/\/+$/, '');
}
