import { join } from 'node:path';
import { type Contract, type InterfaceName, loadContract } from '@delivery-api/specs/contract';
import { UsageError } from './errors.ts';

/** The input and output of a build. Tests use other folders. */
export interface Site {
  /** Folder of the bundled contracts: `lastmile.json`, `lastmile.yaml`, and so on. */
  bundles: string;
  /** Folder `specs`, with `DECISIONS.md`, `source/`, `changelog/`, `released/` and `workflows/`. */
  specs: string;
  /** Folder of the samples in the guides. */
  examples: string;
  /** Folder of the guides in Markdown. */
  guides: string;
  /** Output folder. */
  out: string;
  /**
   * Public URL of the site without a trailing slash (`SITE_URL`). If `undefined`, all URLs are
   * relative.
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

/** Display name of an interface. */
export const label: Record<InterfaceName, string> = {
  lastmile: 'Lastmile',
  marketplace: 'Marketplace',
};

/**
 * Reads the bundle of an interface.
 *
 * @throws {ContractError} if it is missing or invalid
 */
export const contractOf = (site: Site, name: InterfaceName): Contract =>
  loadContract(join(site.bundles, `${name}.json`));

/**
 * Parses the environment variable `SITE_URL`.
 *
 * @returns the URL without a trailing slash; `undefined` if the variable is not set or empty
 * @throws {UsageError} if the value is not an HTTP or HTTPS URL, or has a query or fragment
 */
export function siteUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError(
      `SITE_URL: expected the URL of a folder, for example https://docs.example.com/delivery; got '${text}'.`,
    );
  return url.href.replace(/\/+$/, '');
}
