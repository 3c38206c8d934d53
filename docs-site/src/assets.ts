import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeAsset } from './files.ts';
import type { SharedAssets } from './layout.ts';
import { here, type Site } from './site.ts';
import { switchedTheme, systemTheme } from './theme.ts';

const read = (path: string): string => readFileSync(join(here, path), 'utf8');
const readStyle = (path: string): string => read(path).replace(/\/\*[\s\S]*?\*\/\s*/g, '');

/** Names of the assets of the Redocly pages. Both reference builds write the same assets. */
export interface ReferenceAssets extends SharedAssets {
  style: string;
  script: string;
}

export const assetFolder = (site: Site): string => join(site.out, 'assets');

export const writeIcon = (site: Site): string =>
  writeAsset(assetFolder(site), 'icon.svg', read('styles/icon.svg'));

function bundle(path: string, define: Record<string, string>): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(here, path)],
    absWorkingDir: here,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'inline',
    define,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Writes the search and the small script that fetches it at first use.
 *
 * @returns the name of the small script
 */
export function writeShortcut(site: Site): string {
  const folder = assetFolder(site);
  const style = writeAsset(folder, 'search.css', readStyle('styles/search.css'));
  const license = readFileSync(
    join(dirname(createRequire(import.meta.url).resolve('minisearch')), '../../LICENSE.txt'),
    'utf8',
  );
  const search = writeAsset(
    folder,
    'search.js',
    `/*! With MiniSearch.\n${license.trim()}\n*/\n${bundle('browser/search.ts', { STYLE: JSON.stringify(style) })}`,
  );
  return writeAsset(
    folder,
    'shortcut.js',
    bundle('browser/shortcut.ts', { SEARCH: JSON.stringify(search) }),
  );
}

/** Style sheets of `styles/site`, in cascade order. */
const siteSheets = 'base page-head landing guides code catalogs prose diagrams narrow print'.split(
  ' ',
);

export const siteStyle = (): string =>
  [
    systemTheme,
    readStyle('styles/bar.css'),
    ...siteSheets.map((name) => readStyle(`styles/site/${name}.css`)),
  ].join('');

export const writeSiteStyle = (site: Site): string =>
  writeAsset(assetFolder(site), 'site.css', siteStyle());

/** Returns the style of the plain references. */
export const plainReferenceStyle = (): string =>
  siteStyle() + readStyle('styles/plain-reference.css');

/** Returns the style of the Redocly pages, in addition to that of Redoc. */
export const referenceStyle = (): string =>
  switchedTheme + readStyle('styles/bar.css') + readStyle('styles/reference.css');

export function writeReferenceAssets(site: Site): ReferenceAssets {
  const folder = assetFolder(site);
  return {
    icon: writeIcon(site),
    shortcut: writeShortcut(site),
    style: writeAsset(folder, 'reference.css', referenceStyle()),
    script: writeAsset(folder, 'reference.js', read('browser/reference.js')),
  };
}
