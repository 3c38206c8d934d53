import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { write } from '../files.ts';
import { html } from '../html.ts';
import { absolute, rootPath } from '../layout.ts';
import { interfaces, label } from '../site.ts';
import type { Edition, Editions } from './editions.ts';

/**
 * Adds links to the other versions and canonical links to the pages of a built edition. The pages
 * of an older edition also get a notice. In an older edition, pages that do not belong to its
 * interface use the page at the root as canonical, if that page exists.
 *
 * @param folder folder of the edition in the published site
 * @param url public URL of the root
 * @param rootPages paths of all pages at the root
 */
export function addVersions(
  folder: string,
  edition: Edition,
  versions: Editions['versions'],
  url: string,
  rootPages: ReadonlySet<string>,
): void {
  for (const path of htmlPages(folder)) {
    const file = join(folder, path);
    const page = readFileSync(file, 'utf8');
    write(file, pageWithVersions(page, path, edition, versions, url, rootPages));
  }
}

/** Returns the paths of all HTML pages of a folder, with forward slashes. */
export const htmlPages = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html'));

/** Returns one page with versions, notice and canonical link; see {@link addVersions}. */
export function pageWithVersions(
  page: string,
  path: string,
  { folder, interface: documented }: Edition,
  versions: Editions['versions'],
  url: string,
  rootPages: ReadonlySet<string>,
): string {
  const toRoot = (folder === '' ? '' : '../') + rootPath(path);
  const name = interfaces.find((one) => path.startsWith(`${one}/`));
  const inserted = [
    name === undefined ? '' : versionLinks(name, path, folder, versions, toRoot),
    documented === undefined ? '' : notice(documented, folder, versions, toRoot),
  ].join('');
  const isOwn = documented === undefined || name === documented || !rootPages.has(path);
  const canonical = absolute(isOwn && folder !== '' ? `${url}/${folder}` : url, path);
  return page
    .replace('</header>', (end) => `${end}${inserted}`)
    .replace(/<link rel="canonical" href="[^"]*">/, `<link rel="canonical" href="${canonical}">`);
}

function versionLinks(
  name: InterfaceName,
  path: string,
  folder: string,
  versions: Editions['versions'],
  toRoot: string,
): string {
  if (versions[name].length < 2) return '';
  const own =
    versions[name].find((one) => one.path === join(folder, name, '/')) ?? versions[name][0];
  const file = path.slice(`${name}/`.length).replace(/^index\.html$/, '');
  return html`
<nav class="versions" aria-label="Versions of ${label[name]}">Version ${versions[name].map(
    ({ version, path: versionPath }) =>
      version === own?.version
        ? html`<strong aria-current="true">${version}</strong> `
        : html`<a href="${toRoot}${versionPath}${file}">${version}</a> `,
  )}</nav>`.text;
}

function notice(
  name: InterfaceName,
  folder: string,
  versions: Editions['versions'],
  toRoot: string,
): string {
  const [newest] = versions[name];
  const own = versions[name].find(({ path }) => path.startsWith(`${folder}/`));
  return html`
<p class="version-notice" role="note">This site describes ${label[name]} ${own?.version}. The current version is <a href="${toRoot}${newest?.path}">${newest?.version}</a>.</p>`
    .text;
}
