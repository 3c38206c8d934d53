import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import { SiteError } from '../errors.ts';
import { routesOf } from '../routes.ts';
import type { Site } from '../site.ts';
import type { GuideLink } from './read-guide.ts';

/** Returns every anchor of a page. */
export const anchorsIn = (page: string): Set<string> =>
  new Set(Array.from(page.matchAll(/\sid="([^"]+)"/g), ([, id]) => id ?? ''));

/** The possible targets of links. */
export interface Targets {
  /** Pages of this build, by path. */
  pages: ReadonlyMap<string, string>;
  site: Site;
  contracts: readonly Contract[];
}

/** Returns the HTML of a page from this or another task; `undefined` if the page does not exist. */
function pageAt({ pages, site }: Targets, path: string): string | undefined {
  const built = pages.get(path);
  if (built !== undefined) return built;
  const file = join(site.out, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Checks a relative link. Accepts all `http`, `https` and `mailto` links.
 *
 * @throws {SiteError} with file and line, if the page, route or anchor does not exist
 */
export function checkLink(targets: Targets, from: string, { href, location }: GuideLink): void {
  if (/^(?:https?|mailto):/.test(href)) return;
  const [path = '', anchor] = href.split('#', 2);
  const target =
    path === ''
      ? from
      : path === './'
        ? 'index.html'
        : path.endsWith('/')
          ? `${path}index.html`
          : path;
  const page = path.startsWith('/') ? undefined : pageAt(targets, target);
  if (page === undefined)
    throw new SiteError(`${location}: the page of the link ${href} does not exist.`);
  if (anchor === undefined) return;
  const reference = targets.contracts.find(({ name }) => target === `${name}/index.html`);
  const anchors =
    reference === undefined
      ? anchorsIn(page)
      : new Set([...routesOf(reference)].map((route) => route.slice(1)));
  if (!anchors.has(decodeURIComponent(anchor)))
    throw new SiteError(
      `${location}: the ${reference === undefined ? 'anchor' : 'route'} of the link ${href} does not exist in ${target}.`,
    );
}
